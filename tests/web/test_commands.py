"""Text becomes a command, or a sentence; never an exception."""

from __future__ import annotations

import json

from hypothesis import given, settings
from hypothesis import strategies as st

from allranks.protocol import Cancel, Refused, Submit, Watch
from allranks.web.commands import read_command


def test_each_command_is_read() -> None:
    submit = Submit(request_id="request-1", exercise_id=None, source="pass")
    for command in (submit, Cancel(run_id="run"), Watch(run_id="run", after_seq=3)):
        assert read_command(command.model_dump_json(), 1000) == command


def test_size_is_counted_in_bytes() -> None:
    text = Submit(request_id="request-1", exercise_id=None, source="é" * 100).model_dump_json()
    assert isinstance(read_command(text, len(text.encode())), Submit)
    refused = read_command(text, len(text))
    assert isinstance(refused, Refused)
    assert (refused.code, refused.request_id) == ("too_large", "request-1")


def test_a_newer_page_may_send_more_fields() -> None:
    assert isinstance(read_command('{"kind": "cancel", "run_id": "x", "reason": "new"}', 1000), Cancel)


@settings(deadline=None, max_examples=50)
@given(st.text() | st.recursive(st.none() | st.text() | st.integers(), lambda inner: st.lists(inner)).map(json.dumps))
def test_no_text_raises(text: str) -> None:
    assert isinstance(read_command(text, 1000), Refused)


@settings(deadline=None, max_examples=50)
@given(
    st.fixed_dictionaries(
        {"kind": st.sampled_from(["submit", "cancel", "watch"])},
        optional={
            name: st.none() | st.text() | st.integers() | st.lists(st.text())
            for name in ("request_id", "run_id", "exercise_id", "source", "after_seq")
        },
    )
)
def test_no_command_with_odd_fields_raises(fields: dict[str, object]) -> None:
    assert isinstance(read_command(json.dumps(fields), 1000), Refused | Submit | Cancel | Watch)
