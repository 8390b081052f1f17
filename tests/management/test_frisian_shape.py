"""What the pipeline makes of an answer, as a developer sees it."""

import json
from collections.abc import Callable
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command, load_command_class
from django.core.management.base import CommandError

from frisian_pipeline.drf import shaping
from frisian_pipeline.drf.pipelines import pipeline
from frisian_pipeline.management.table import table
from frisian_pipeline.stages import Report
from tests.project.models import Tag

Run = Callable[..., str]
PAYLOADS = Path(__file__).parent.parent / "payloads"
DEVICES, BULK = str(PAYLOADS / "device_list_50.json"), str(PAYLOADS / "device_bulk_echo_60.json")


def rows(out: str) -> dict[str, list[str]]:
    """The tables' lines by their first cell."""
    return {line.split()[0]: line.split()[1:] for line in out.splitlines() if line.strip()}


def said(run: Run, *words: str) -> str:
    """What a command that fails says."""
    with pytest.raises(CommandError) as caught:
        run(*words)
    return str(caught.value)


def help_of(command: str) -> str:
    """What a command says of its words."""
    return load_command_class("frisian_pipeline", command).create_parser("manage.py", command).format_help()


class TestFile:
    def test_stages(self, run: Run) -> None:
        """Each stage but the report is shown, with what it gave and what that saved."""
        found = rows(run("frisian_shape", DEVICES, "--fields", "id,name"))
        names = [type(stage).__name__ for stage in pipeline() if not isinstance(stage, Report)]
        assert [name for name in found if name in names] == names
        whole, pruned = found["(result)"], found["Prune"]
        assert pruned[0] == "body"
        saved = int(whole[1].replace(",", "")) - int(pruned[2].replace(",", ""))
        assert pruned[3] == f"{saved:,}"

    def test_formats(self, run: Run) -> None:
        """Each format of the pipeline is shown, beside JSON and the whole; of the automatic one which it chose."""
        out = run("frisian_shape", DEVICES, "--view", "id,name")
        names = [line.split("  ")[0] for line in out.partition("\nformat ")[2].splitlines()[2:8]]
        assert names == ["json", "columnar", "tron", "toon", "csv", "markdown"]
        assert rows(out)["auto:"][0] == "columnar"
        assert rows(out)["json"][-2] == "100%"
        cost, whole = (int(rows(out)[name][1].replace(",", "")) for name in ("csv", "(result)"))
        assert rows(out)["csv"][-1] == f"{cost / whole:.0%}"
        assert out.splitlines()[-1] == "Tokens by o200k_base."

    def test_the_same_bytes_cost_the_same(self, run: Run, tmp_path: Path) -> None:
        """A token, which is another one in each walk, makes no difference between formats, stages or runs."""
        file = tmp_path / "device.json"
        file.write_text('{"id":1,"name":"edge-01"}')
        words = ["frisian_shape", str(file), "--method", "POST", "--status", "201"]
        found = [rows(run(*words)) for _ in range(5)]
        assert len({(row["json"][1], row["columnar"][1], row["tron"][1], row["Encode"][-3]) for row in found}) == 1
        assert found[0]["json"][1] == found[0]["columnar"][1] == found[0]["tron"][1] == found[0]["Encode"][-3]

    def test_numbers(self, run: Run, tmp_path: Path) -> None:
        """Numbers that no float holds are read like all others."""
        file = tmp_path / "numbers.json"
        file.write_text('[{"a":1e400,"b":0.12345678901234567890}]')
        found = rows(run("frisian_shape", str(file)))
        assert found["(result)"][0] == str(len('[{"a":1E+400,"b":0.12345678901234567890}]'))

    def test_further_formats(self, run: Run, project: Any) -> None:
        """A format that the project's pipeline has is shown without being named here."""
        project.FRISIAN_PIPELINE = {**project.FRISIAN_PIPELINE, "PIPELINE": "tests.project.hosts.columnar"}
        found = rows(run("frisian_shape", DEVICES, "--view", "id,name"))
        assert int(found["columnar"][1].replace(",", "")) < int(found["json"][1].replace(",", ""))

    def test_a_write(self, run: Run) -> None:
        """A file may be what a write answered."""
        found = rows(run("frisian_shape", BULK, "--method", "post", "--status", "201"))
        assert found["Cache"][0] == "token"
        assert int(found["Encode"][-4]) <= 100

    def test_options(self, run: Run) -> None:
        """The view, what is left out, and the budget are those of the command."""
        found = rows(run("frisian_shape", DEVICES, "--exclude", "results", "--budget", "100"))
        assert int(found["Encode"][-3].replace(",", "")) <= 100

    def test_nothing(self, run: Run, tmp_path: Path) -> None:
        """What costs nothing is no part of anything."""
        (tmp_path / "null.json").write_text('""')
        assert "json" in rows(run("frisian_shape", str(tmp_path / "null.json")))

    def test_a_mark_before_the_text(self, run: Run, tmp_path: Path) -> None:
        """A file that begins with the mark of UTF-8 is read like any other."""
        (tmp_path / "marked.json").write_bytes(b"\xef\xbb\xbf" + Path(DEVICES).read_bytes())
        assert (
            rows(run("frisian_shape", str(tmp_path / "marked.json")))["(result)"]
            == rows(run("frisian_shape", DEVICES))["(result)"]
        )

    @pytest.mark.parametrize(
        ("content", "says"),
        [
            pytest.param(b"", "is empty. Name a file of JSON.", id="empty"),
            pytest.param(b"\xef\xbb\xbf \n", "is empty. Name a file of JSON.", id="only a mark"),
            pytest.param('{"a": 1}'.encode("utf-16"), "is no JSON: ", id="UTF-16"),
            pytest.param(bytes(range(256)), "is no JSON: ", id="binary"),
            pytest.param(b"[" * 200_000 + b"]" * 200_000, "is no JSON: ", id="deep"),
        ],
    )
    def test_no_json(self, run: Run, tmp_path: Path, content: bytes, says: str) -> None:
        """A file that holds no JSON is said to hold none."""
        (tmp_path / "it.json").write_bytes(content)
        assert f"it.json {says}" in said(run, "frisian_shape", str(tmp_path / "it.json"))

    def test_standard_input(self, run: Run, typed: Callable[[bytes], None]) -> None:
        """``-`` is what another command sends, and is shown as a file of the same would be."""
        typed(b"\xef\xbb\xbf" + Path(DEVICES).read_bytes())
        sent = rows(run("frisian_shape", "-", "--view", "id,name"))
        named = rows(run("frisian_shape", DEVICES, "--view", "id,name"))
        assert (sent["(result)"], sent["Prune"][:4]) == (named["(result)"], named["Prune"][:4])

    @pytest.mark.parametrize(
        ("content", "says"),
        [
            pytest.param(b"", "Standard input is empty. Name a file of JSON.", id="empty"),
            pytest.param(b" \n", "Standard input is empty. Name a file of JSON.", id="blank"),
            pytest.param(None, "Standard input is empty. Name a file of JSON.", id="closed"),
            pytest.param(b"devices", "Standard input is no JSON: ", id="no JSON"),
        ],
    )
    def test_no_json_in_standard_input(
        self, run: Run, typed: Callable[[bytes | None], None], content: bytes | None, says: str
    ) -> None:
        """What comes from there is told by its name."""
        typed(content)
        assert said(run, "frisian_shape", "-").startswith(says)

    @pytest.mark.parametrize("command", ["frisian_shape", "frisian_baseline"])
    def test_help(self, command: str) -> None:
        """The help has the word for standard input."""
        assert "- is standard input" in " ".join(help_of(command).split())

    def test_views_of_the_settings(self, run: Run) -> None:
        """The view is written as in the settings: the automatic one has a name, a class its path."""
        whole = rows(run("frisian_shape", DEVICES))
        assert rows(run("frisian_shape", DEVICES, "--view", "auto"))["Prune"] != whole["Prune"]
        assert rows(run("frisian_shape", DEVICES, "--fields", ""))["Prune"][:3] == whole["Prune"][:3]

    @pytest.mark.parametrize(
        ("words", "says"),
        [
            pytest.param([], "Name either a file of JSON, or --call with a tool", id="nothing"),
            pytest.param([DEVICES, "--call", "x"], "Name either a file of JSON, or --call", id="both"),
            pytest.param(["--call", "a", "{}", "c"], "Name either a file of JSON, or --call", id="too much"),
            pytest.param(["nope.json"], "nope.json cannot be read: No such file", id="no file"),
            pytest.param([str(PAYLOADS / "README.md")], "README.md is no JSON", id="no JSON"),
            pytest.param(["--call", "things_list", "[]"], "The arguments are no JSON object", id="no object"),
            pytest.param(
                ["--call", "nope"], "Nothing is called (there is no tool 'nope' for this user).", id="no tool"
            ),
            pytest.param(["--call", "things_lst"], "did you mean 'things_list'?). Name another", id="misspelt"),
            pytest.param(["--call", "nope", "--writes"], "there is no tool 'nope' for this user", id="none to write"),
            pytest.param(["--call", "x", "--status", "404"], "--method and --status are of a file", id="its own"),
            pytest.param([DEVICES, "--budget", "-1"], "--budget: -1 is less than the minimum of 60.", id="negative"),
            pytest.param([DEVICES, "--budget", "0"], "--budget: 0 is less than the minimum of 60.", id="no budget"),
            pytest.param([DEVICES, "--budget", "59"], "--budget: 59 is less than the minimum of 60.", id="too little"),
            pytest.param([DEVICES, "--budget", str(10**9)], "is greater than the maximum of 999999999.", id="huge"),
            pytest.param([DEVICES, "--status", "99"], "--status: 99 is less than the minimum of 100.", id="no status"),
            pytest.param([DEVICES, "--status", "600"], "--status: 600 is greater than the maximum", id="status"),
            pytest.param([DEVICES, "--method", "FETCH"], "--method: 'FETCH' must be one of GET, POST", id="method"),
            pytest.param([DEVICES, "--view", "a("], "--view: The mask cannot be read at its end", id="view"),
            pytest.param(
                [DEVICES, "--fields", "a,,b"], "--fields: The mask cannot be read at character 3", id="fields"
            ),
            pytest.param(
                [DEVICES, "--exclude", ")"], "--exclude: The mask cannot be read at character 1", id="exclude"
            ),
            pytest.param([str(PAYLOADS)], "payloads cannot be read: Is a directory. Name a file of JSON.", id="folder"),
        ],
    )
    def test_refused(self, run: Run, words: list[str], says: str) -> None:
        """What cannot be shaped says why, and what to do."""
        assert says in said(run, "frisian_shape", *words)

    def test_a_stage_alone(self, run: Run, project: Any) -> None:
        """A pipeline that is one stage is shown as that."""
        project.FRISIAN_PIPELINE = {**project.FRISIAN_PIPELINE, "PIPELINE": "tests.project.hosts.single"}
        assert list(rows(run("frisian_shape", DEVICES)))[2:4] == ["(result)", "Encode"]
        assert "Encode" in rows(run("frisian_shape", "--call", "things_list", "--user", "ann"))

    @pytest.mark.usefixtures("project")
    def test_nobody_reads(self) -> None:
        """Output that cannot be written, as into a pager that was closed, is no failure of the pipeline."""

        class Closed(StringIO):
            def write(self, text: str) -> int:
                raise BrokenPipeError

        with pytest.raises(BrokenPipeError):
            call_command("frisian_shape", DEVICES, stdout=Closed())

    def test_a_failing_stage(self, run: Run, project: Any) -> None:
        """A stage that fails is told with its own words: the developer is the one to read them."""
        project.FRISIAN_PIPELINE = {**project.FRISIAN_PIPELINE, "PIPELINE": "tests.project.hosts.broken"}
        assert said(run, "frisian_shape", DEVICES) == (
            "The pipeline failed, and would send the whole result (ValueError: the payload is 4711)."
        )


class TestCall:
    @pytest.mark.parametrize(
        ("views", "arguments"),
        [
            pytest.param({"things_list": "code"}, {}, id="a view"),
            pytest.param({}, {"fields": "code"}, id="fields"),
            pytest.param({}, {"exclude": "label", "view": "full"}, id="exclude"),
        ],
    )
    def test_what_a_view_saves(self, run: Run, project: Any, views: Any, arguments: Any) -> None:
        """What a mask leaves out is not even computed, and yet it is seen what that saves."""
        words = ["frisian_shape", "--call", "things_list", json.dumps(arguments), "--user", "ann"]
        plain = rows(run(*words[:3], "{}", *words[4:]))
        project.FRISIAN_PIPELINE = {**project.FRISIAN_PIPELINE, "VIEWS": views}
        found = rows(run(*words))
        assert found["(result)"] == plain["(result)"]
        assert int(found["Prune"][-2]) > 0
        assert found["json"][-1] != "100%"

    @pytest.mark.parametrize(
        ("tool", "arguments"),
        [
            pytest.param("api", {"resource": "things", "action": "list", "params": {"fields": "code"}}, id="params"),
            pytest.param("call", {"name": "things_list", "arguments": {"exclude": "label"}}, id="arguments"),
            pytest.param("call", {"name": "things_list", "arguments": {"view": "agent"}, "fields": "code"}, id="both"),
        ],
    )
    def test_what_a_mask_among_others_saves(self, run: Run, tool: str, arguments: Any) -> None:
        """So is what a mask saves that a dispatcher hands on."""
        whole = rows(run("frisian_shape", "--call", "things_list", '{"view": "full"}', "--user", "ann"))
        found = rows(run("frisian_shape", "--call", tool, json.dumps(arguments), "--user", "ann"))
        assert found["(result)"] == whole["(result)"]
        assert found["Prune"] != whole["Prune"]

    def test_a_call(self, run: Run) -> None:
        """A tool's answer is shaped with what the view and its serializer say."""
        found = rows(run("frisian_shape", "--call", "things_list", "--user", "ann"))
        assert found["Prune"][0] == "body"

    def test_arguments(self, run: Run) -> None:
        """Its arguments are JSON."""
        whole = rows(run("frisian_shape", "--call", "things_retrieve", '{"code": "tag-2"}', "--user", "ann"))
        short = rows(run("frisian_shape", "--call", "things_retrieve", '{"code": "tag-0"}', "--user", "ann"))
        assert int(whole["(result)"][0]) > int(short["(result)"][0])

    def test_writes_are_asked_for(self, run: Run) -> None:
        """A tool that may write is called only where that is asked for."""
        words = ["frisian_shape", "--call", "things_create", json.dumps({"code": "new", "label": "x"}), "--user", "ann"]
        assert "may write" in said(run, *words)
        run(*words, "--writes")
        assert Tag.objects.filter(code="new").exists()

    def test_an_error(self, run: Run, capsys: Any) -> None:
        """An error of the view is shaped, too, and told as an agent is told it."""
        found = rows(run("frisian_shape", "--call", "things_retrieve", '{"code": "gone"}', "--user", "ann"))
        assert "json" in found
        told = capsys.readouterr().err
        assert told.startswith('things_retrieve answered 404: {"status_code":404,"error":{"detail":"No ')

    @pytest.mark.parametrize(
        ("words", "told"),
        [
            (['{"nonsense": 1}', "--user", "ann"], "things_retrieve answered 400: "),
            (['{"code": "tag-0", "format": "nope"}', "--user", "ann"], "'nope' is not offered here; known: json"),
        ],
    )
    def test_nothing_is_shaped(self, run: Run, capsys: Any, words: list[str], told: str) -> None:
        """A call that reaches no view has no answer to shape, and why is told where only the caller reads it."""
        says = said(run, "frisian_shape", "--call", "things_retrieve", *words)
        assert says == "things_retrieve answered nothing that is shaped. Name other arguments, another tool, or --user."
        assert told in capsys.readouterr().err

    def test_the_process_is_left_as_it_was(self, run: Run) -> None:
        """Afterwards answers walk through the project's own pipeline again."""
        run("frisian_shape", "--call", "things_list", "--user", "ann")
        assert shaping.row.get() is pipeline


class TestTable:
    def test_columns(self) -> None:
        """Words to the left, numbers to the right, thousands apart."""
        assert list(table(["a", "b"], [["long", 1_000], ["x", 2.25], ["", ""]])) == [
            "a         b",
            "-----------",
            "long  1,000",
            "x       2.2",
            "",
        ]
