"""The way out of the sandbox never harms who uses it."""

import json
import os
import socket
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from allranks.recorder.channel import PENDING_BYTES, SOCKET_VARIABLE, Channel, text_stream


@pytest.fixture
def host(monkeypatch: pytest.MonkeyPatch) -> Iterator[socket.socket]:
    """A listening socket that the environment names."""
    with tempfile.TemporaryDirectory() as folder, socket.socket(socket.AF_UNIX) as listening:
        path = str(Path(folder) / "host")
        listening.bind(path)
        listening.listen()
        listening.settimeout(10)
        monkeypatch.setenv(SOCKET_VARIABLE, path)
        yield listening


@pytest.fixture
def channel(host: socket.socket) -> Iterator[Channel]:
    """A channel to `host`, not accepted yet."""
    opened = Channel()
    yield opened
    opened.close()


def test_an_event_is_one_line_after_the_header(host: socket.socket, channel: Channel) -> None:
    accepted, _ = host.accept()
    channel.emit("phase_changed", phase="program")
    with accepted, accepted.makefile() as lines:
        assert json.loads(lines.readline()) == {"channel": "events"}
        assert json.loads(lines.readline()) == {"kind": "phase_changed", "phase": "program"}


def test_without_a_host_nothing_happens(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(SOCKET_VARIABLE, raising=False)
    channel = Channel()
    channel.emit("phase_changed", phase="program")
    channel.flush()
    assert text_stream(stream="stdout") is None


def test_a_host_that_went_away_is_no_error(host: socket.socket, channel: Channel) -> None:
    accepted, _ = host.accept()
    accepted.close()
    for _ in range(3):
        channel.emit("phase_changed", phase="program")
    channel.flush()


def test_a_host_that_does_not_read_costs_events_and_never_time_and_the_loss_is_told(
    host: socket.socket, channel: Channel
) -> None:
    accepted, _ = host.accept()
    for _ in range(40):
        channel.emit("phase_changed", phase="x" * (PENDING_BYTES // 16))
    received = b""
    accepted.settimeout(0.2)
    with accepted:
        while True:
            channel.emit("phase_changed", phase="small")
            try:
                received += accepted.recv(1 << 20)
            except TimeoutError:
                break
            if b"could not send" in received and received.endswith(b"\n"):
                break
    notes = [json.loads(line) for line in received.splitlines() if b"events_dropped" in line]
    assert notes
    assert notes[0]["count"] > 1


def test_a_value_without_json_is_told_by_its_repr_and_nan_is_refused(host: socket.socket, channel: Channel) -> None:
    accepted, _ = host.accept()
    channel.emit("phase_changed", phase={1, 2}.__class__)
    channel.emit("phase_changed", phase=float("nan"))
    channel.emit("phase_changed", phase="after")
    with accepted, accepted.makefile() as lines:
        lines.readline()
        assert json.loads(lines.readline())["phase"] == "<class 'set'>"
        assert json.loads(lines.readline()) == {
            "kind": "events_dropped",
            "count": 1,
            "reason": "the sandbox could not send them",
        }
        assert json.loads(lines.readline())["phase"] == "after"


def test_a_text_stream_says_whose_it_is_and_then_carries_text(host: socket.socket) -> None:
    stream = text_stream(attempt=1, rank=2, stream="stderr", origin="ray")
    assert stream is not None
    accepted, _ = host.accept()
    with stream, accepted, accepted.makefile() as lines:
        print("hello", file=stream)
        assert json.loads(lines.readline())["rank"] == 2
        assert lines.readline() == "hello\n"


def test_the_descriptor_survives_being_used_as_standard_output(host: socket.socket) -> None:
    stream = text_stream(stream="stdout")
    assert stream is not None
    accepted, _ = host.accept()
    with stream, accepted, accepted.makefile() as lines:
        os.write(stream.fileno(), b"raw\n")
        lines.readline()
        assert lines.readline() == "raw\n"
