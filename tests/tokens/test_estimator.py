"""What a text costs."""

from pathlib import Path

import pytest
import toktok
from hypothesis import given
from hypothesis import strategies as st

from frisian_pipeline.tokens import estimate

PAYLOADS = sorted((Path(__file__).parent.parent / "payloads").glob("*.json"))


def exact(text: str) -> int:
    """Tokens in the cl100k vocabulary."""
    return int(toktok.batch_count([text], "cl100k_base")[0])


class TestEstimate:
    def test_nothing_costs_nothing(self) -> None:
        """An empty text has no tokens."""
        assert estimate("") == 0

    @pytest.mark.parametrize("path", PAYLOADS, ids=lambda path: path.stem)
    def test_it_is_near_the_exact_count(self, path: Path) -> None:
        """On API answers the estimate is within 15 % of cl100k, or within five tokens."""
        text = path.read_text()
        count = exact(text)
        assert abs(estimate(text) - count) <= max(5, 0.15 * count)

    @pytest.mark.parametrize(
        "text",
        [
            pytest.param("Устройство перемещено на склад в Гронингене." * 5, id="Cyrillic"),
            pytest.param("機器は倉庫に移動されました。" * 5, id="Japanese"),
            pytest.param("done 🚀🎉 ok 🧪 " * 5, id="emoji"),
        ],
    )
    def test_other_writings(self, text: str) -> None:
        """Outside ASCII it is within a third."""
        assert abs(estimate(text) - exact(text)) <= exact(text) / 3

    @given(st.text())
    def test_any_text_has_a_count(self, text: str) -> None:
        """It never fails and is never negative."""
        assert estimate(text) >= 0
