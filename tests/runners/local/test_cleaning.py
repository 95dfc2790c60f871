"""What becomes of hostile values."""

from __future__ import annotations

import contextlib
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from allranks.protocol import CommunicatorMismatched
from allranks.runners.local import cleaning


def cleaned_metric(written: str) -> Any:
    """The metric that becomes of a value as it stands in JSON."""
    event, _ = cleaning.clean(cleaning.parse(b'{"metrics": {"loss": ' + written.encode() + b"}}"))
    return event["metrics"]["loss"]


def cleaned_field(written: str) -> Any:
    event, _ = cleaning.clean(cleaning.parse(b'{"rank": ' + written.encode() + b"}"))
    return event["rank"]


@pytest.mark.parametrize(
    ("written", "metric"),
    [
        ("0.5", 0.5),
        ("7", 7),
        ("true", True),
        ("null", None),
        ('"fine"', "fine"),
        ("NaN", {"nonfinite": "nan"}),
        ("Infinity", {"nonfinite": "inf"}),
        ("-1e999", {"nonfinite": "-inf"}),
        (str(10**400), {"nonfinite": "inf"}),
        ("-" + "9" * 6_000, {"nonfinite": "-inf"}),
        (str(2**60), float(2**60)),
        ('{"nonfinite": "nan", "and": "more"}', {"nonfinite": "nan"}),
        ('{"nonfinite": "whatever"}', cleaning.CUT),
        ("[1, 2]", cleaning.CUT),
        ("[" * 20_000 + "]" * 20_000, cleaning.CUT),
        ('{"a": ' * 20_000 + "1" + "}" * 20_000, cleaning.CUT),
    ],
)
def test_a_metric_is_clamped_and_kept(written: str, metric: Any) -> None:
    found = cleaned_metric(written)
    assert found == metric
    assert type(found) is type(metric)


@pytest.mark.parametrize(
    ("written", "field"),
    [
        (str(10**400), cleaning.INTEGER),
        ("-" + "9" * 6_000, -float(cleaning.INTEGER)),
        ("1e999", float(cleaning.INTEGER)),
        ("NaN", 0.0),
        ("[" * 20_000 + "]" * 20_000, [[[[[[[None]]]]]]]),
    ],
)
def test_any_other_field_is_clamped_to_what_a_browser_holds(written: str, field: Any) -> None:
    assert cleaned_field(written) == field


def test_brackets_in_text_are_not_nesting() -> None:
    line = b'{"deep": ' + b"[" * 5_000 + b"]" * 5_000 + b', "text": "a ] \\" } b"}'
    assert cleaning.parse(line)["text"] == 'a ] " } b'


@pytest.mark.parametrize("line", [b"[" * 50_000, b"]" * 50_000, b"[" * 5_000 + b'"', b"", b"\xff\xfe", b"{"])
def test_what_is_not_json_is_refused(line: bytes) -> None:
    with pytest.raises(ValueError, match=r"Expecting|Extra data|Unterminated|delimiter"):
        cleaning.parse(line)


@pytest.mark.parametrize(
    ("hostile", "harmless"),
    [
        ("loss: 0.5\tok\r\n", "loss: 0.5\tok\r\n"),
        ("שלום, 你好, 👩‍🔬", "שלום, 你好, 👩‍🔬"),
        ("a\0b\x08c\x7f", "a\ufffdb\ufffdc\ufffd"),
        ("\ud800 half", "\ufffd half"),
        ("user\u202egpj.exe", "user\ufffdgpj.exe"),
        ("\u2066hidden\u2069", "\ufffdhidden\ufffd"),
        ("\x1b[2J\x1b[Hgone", "gone"),
        ("\x1b]52;c;cm0gLXJmIH4=\x07copied", "copied"),
        ("\x1b]0;title\x1b\\titled", "titled"),
        ("\x1bcreset \x9b31m", "reset \ufffd31m"),
        ("an unfinished \x1b", "an unfinished \ufffd"),
    ],
)
def test_text_cannot_command_a_terminal_or_a_page(hostile: str, harmless: str) -> None:
    assert cleaning.text(hostile) == harmless


def test_three_thousand_metrics_become_the_first_of_them() -> None:
    event, lost = cleaning.clean({"metrics": {f"m{number}": number for number in range(3_000)}, "rank": 1})
    assert event["metrics"] == {f"m{number}": number for number in range(cleaning.KEYS)}
    assert lost == 3_000 - cleaning.KEYS
    assert event["rank"] == 1


def test_long_text_and_long_lists_are_cut() -> None:
    event, _ = cleaning.clean(
        {"name": "n" * 10**6, "traceback": "t" * 10**6, "ranks": [0] * 10**6, "metrics": {"k" * 10**6: "v" * 10**6}}
    )
    assert len(event["name"]) == cleaning.NAME_CHARACTERS
    assert len(event["traceback"]) == cleaning.TEXT_CHARACTERS
    assert len(event["ranks"]) == cleaning.ITEMS
    assert event["metrics"] == {"k" * cleaning.KEY_CHARACTERS: "v" * cleaning.METRIC_CHARACTERS}


def test_of_equal_keys_the_last_counts() -> None:
    assert cleaning.parse(b'{"rank": 1, "rank": 2}') == {"rank": 2}


@given(st.binary(max_size=300))
def test_no_bytes_break_the_parser(line: bytes) -> None:
    with contextlib.suppress(ValueError):
        cleaning.parse(line)


VALUES: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(st.characters()),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
)


@given(st.dictionaries(st.sampled_from(["rank", "metrics", "text", "frames"]), VALUES))
def test_whatever_was_cleaned_can_be_stored(event: dict[str, Any]) -> None:
    cleaned, _ = cleaning.clean(event)
    json.dumps(cleaned, allow_nan=False, ensure_ascii=False).encode()


def test_nccls_word_on_its_ranks_comes_through_in_bounds() -> None:
    ranks = [{"rank": rank, "operations": {"AllReduce": 10**30}} for rank in range(5_000)]
    told = {"kind": "communicator_mismatched", "attempt": 1, "communicator": "f" * 5_000, "size": 2}
    fields, lost = cleaning.clean({**told, "seconds": float("inf"), "ranks": ranks, "silent": list(range(5_000))})
    event = CommunicatorMismatched.model_validate(fields)
    assert (len(event.ranks), len(event.silent), len(event.communicator), lost) == (256, 256, 400, 0)
    assert event.ranks[0].operations == {"AllReduce": 2**53 - 1}
    assert event.seconds == 2.0**53 - 1
