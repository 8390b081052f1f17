"""What is the whole result, encoded?"""

from frisian_pipeline import Call, Exchange
from frisian_pipeline.formats import Json
from frisian_pipeline.stages import Weigh


class TestWeigh:
    def test_the_result_is_weighed_and_not_the_body(self) -> None:
        """Whatever a body has become, the whole result is what the view answered."""
        walked = Weigh()(Exchange.begin(Call("devices"), {"id": "é"}).replace(body=None))
        assert walked.full == '{"id":"é"}'.encode()

    def test_the_host_may_know_more_types(self) -> None:
        """The hook of the JSON format is the host's."""
        weigh = Weigh(Json(enc_hook=lambda value: f"{value.real}i"))
        assert weigh(Exchange.begin(Call("devices"), [2j])).full == b'["0.0i"]'
