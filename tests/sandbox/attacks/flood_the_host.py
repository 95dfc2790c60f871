"""Says more to the host than it can want: a million events, lines without an end, connections without a number."""

import array
import json
import os
import socket
import threading

REPORT = {"kind": "metrics_reported", "attempt": 1, "rank": 0, "index": 0, "metrics": {"loss": 0.5}}
REPORT |= {"with_checkpoint": False, "reported_at": 1.0}
MEBIBYTE = 2**20


def _line(**changes):
    return json.dumps({**REPORT, **changes}).encode() + b"\n"


def a_million_events(connect):
    events = connect()
    thousand = _line() * 1000
    for _ in range(1000):
        events.sendall(thousand)


def empty_lines(connect):
    events = connect()
    for _ in range(20):
        events.sendall(b"\n" * MEBIBYTE)


def empty_lines_from_everywhere(connect):
    def flood():
        try:
            events = connect()
            for _ in range(8):
                events.sendall(b"\n" * MEBIBYTE)
        except OSError:
            pass

    threads = [threading.Thread(target=flood) for _ in range(60)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def a_line_of_ten_megabytes(connect):
    events = connect()
    events.sendall(_line(index=1))
    events.sendall(_line(metrics={"loss": "x" * 10 * MEBIBYTE}))
    events.sendall(_line(index=2))


def fifty_megabytes_without_a_line(connect):
    events = connect()
    for _ in range(50):
        events.sendall(b"x" * MEBIBYTE)


def a_line_over_the_limit(connect):
    events = connect()
    events.sendall(_line(metrics={"loss": "x" * 200_000}) + _line(index=2))


def connections_without_a_number(connect):
    held = []
    for _ in range(1900):
        try:
            held.append(connect())
        except OSError:
            pass
    for connection in held[:5]:
        connection.close()
    connect().sendall(_line(index=7))


def connections_that_say_nothing(connect):
    held = []
    for _ in range(400):
        connection = socket.socket(socket.AF_UNIX)
        connection.connect("/ev/host")
        held.append(connection)


def connections_one_after_another(connect):
    for _ in range(20_000):
        connection = socket.socket(socket.AF_UNIX)
        connection.connect("/ev/host")
        connection.close()


def headers_of_every_kind(connect):
    for header in (b"\n", b"[]\n", b"{}\n", b"null\n", b'{"channel": []}\n', b"\xff\xfe\n", b"[" * 60_000 + b"\n"):
        connection = socket.socket(socket.AF_UNIX)
        connection.connect("/ev/host")
        connection.sendall(header)
    try:
        connection.sendall(b"x" * MEBIBYTE)
    except OSError:
        pass
    for rank in (-1, 10**9, "one", None, True, [], 1e999):
        log = connect("log", stream="stderr", rank=rank, attempt=rank, origin=rank)
        log.sendall(b"said\n")
    connect("ready", notes=["x" * 50_000] * 2)
    connect("ready", notes=5)


def descriptors(connect):
    events = connect()
    with open("/etc/passwd") as file:
        rights = array.array("i", [file.fileno()] * 50)
        for number in range(200):
            try:
                socket.socket.sendmsg(events, [_line(index=number)], [(socket.SOL_SOCKET, socket.SCM_RIGHTS, rights)])
            except OSError:
                events.sendall(_line(index=number))


def output(connect):
    for _ in range(100):
        os.write(1, (b"x" * 99 + b"\n") * 10_000)


def output_of_empty_lines(connect):
    for _ in range(100):
        os.write(1, b"\n" * MEBIBYTE)


def output_without_a_line(connect):
    for _ in range(20):
        os.write(2, b"x" * MEBIBYTE)


def output_of_many_ranks(connect):
    def flood(rank):
        try:
            log = connect("log", stream="stdout", rank=rank, attempt=1)
            for _ in range(8):
                log.sendall(b"\n" * MEBIBYTE)
        except OSError:
            pass

    threads = [threading.Thread(target=flood, args=(rank,)) for rank in range(60)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def reasons_of_its_own(connect):
    """So many that the host has no place left for its own."""
    events = connect()
    for number in range(1000):
        drop = {"kind": "events_dropped", "count": 10**400, "reason": "forged %d" % number}
        events.sendall(json.dumps(drop).encode() + b"\n")
    events.sendall(b"not an event\n")


def large_events(connect):
    """Each in bounds; together without one."""
    frame = {"file": "x" * 300, "line": 1, "function": "f" * 300, "text": "t" * 300, "own": True}
    failure = {"kind": "program_failed", "error_type": "E", "message": "m" * 15_000, "frames": [frame] * 20}
    line = json.dumps({**failure, "traceback": "t" * 15_000}).encode() + b"\n"
    events = connect()
    for _ in range(2_000):
        events.sendall(line)
