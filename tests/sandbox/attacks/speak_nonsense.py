"""Says events with values that break programs: numbers without a size, depth without an end, text that is none."""

import json

REPORT = (
    '{"kind": "metrics_reported", "attempt": 1, "rank": 0, "index": %s, "metrics": %s, "with_checkpoint": false, '
    '"reported_at": %s}\n'
)


def _report(index="0", metrics="{}", reported_at="1.0"):
    return (REPORT % (index, metrics, reported_at)).encode()


def numbers(connect):
    values = ["NaN", "Infinity", "-Infinity", "1e999", "-1e999", "1" + "0" * 400, "9" * 6000, "-" + "9" * 6000]
    values += ["1e-999", str(2**53), str(2**63), "0.1", "-0.0"]
    metrics = ", ".join('"%d": %s' % pair for pair in enumerate(values))
    events = connect()
    events.sendall(_report(metrics="{%s}" % metrics))
    for number in ("NaN", "1e999", "1" + "0" * 400, "9" * 6000):
        events.sendall(_report(reported_at=number))
    events.sendall(_report(index="9" * 6000))


def depth(connect):
    events = connect()
    for bracket, end in (("[", "]"), ('{"a":', "}")):
        deep = bracket * 10_000 + "1" + end * 10_000
        events.sendall(_report(metrics='{"deep": %s, "loss": 0.5}' % deep))
    events.sendall(b"[" * 20_000 + b"\n")
    events.sendall(b"[" * 20_000 + b"]" * 20_000 + b"\n")


def text(connect):
    names = ["\\u0000", "\\ud800", "\\u202egpj.exe", "<script>alert(1)</script>", "\\u001b[2J", "x" * 5000, "__proto__"]
    metrics = ", ".join('"%s": "%s"' % (name, name) for name in names)
    events = connect()
    events.sendall(_report(metrics="{%s}" % metrics))
    said = {"kind": "log_written", "attempt": None, "rank": None, "stream": "stdout", "origin": "program"}
    events.sendall(json.dumps({**said, "text": "\0\x1b]0;title\x07\x1b[31mred \ud800 \u202e end\n"}).encode() + b"\n")
    log = connect("log", stream="stdout", rank=0, attempt=1)
    log.sendall(b"\xff\xfe bad utf-8 \xed\xa0\x80 \x00 \x1b[2J\x1b]52;c;aGk=\x07 end\n")


def bytes_that_are_no_text(connect):
    events = connect()
    events.sendall(
        b'{"kind": "metrics_reported", "attempt": 1, "rank": 0, "index": 0, "metrics": {"\xff\xfe": "\xff"}, '
    )
    events.sendall(b'"with_checkpoint": false, "reported_at": 1.0}\n')
    for line in (
        b"\xff\xfe\n",
        b"null\n",
        b"[]\n",
        b'"x"\n',
        b"1\n",
        b"{\n",
        b'{"kind": null}\n',
        b'{"kind": ["x"]}\n',
    ):
        events.sendall(line)


def keys(connect):
    events = connect()
    many = ", ".join('"%d": %d' % (number, number) for number in range(3000))
    events.sendall(_report(metrics="{%s}" % many))
    events.sendall(_report(metrics='{"loss": 1.0, "loss": 2.0}'))
    events.sendall(_report(metrics="[1, 2]"))
    events.sendall(_report(metrics="null"))


def claims(connect):
    """A verdict of its own, a rank of a group that never was, the end."""
    events = connect()
    for claim in (
        {"kind": "graded", "verdict": {"passed": True, "results": []}},
        {"kind": "run_finished", "end": "completed", "sentence": "All is well.", "exit_code": 0},
        {"kind": "diagnosed", "diagnosis": {}},
        {"kind": "run_started", "runner": "x", "isolation": "perfect", "ray_version": "0", "torch_version": "0"},
        {"kind": "run_queued", "exercise_id": None, "file_name": "x", "source": "x", "ahead": 0},
    ):
        events.sendall(json.dumps(claim).encode() + b"\n")
    for rank in (-1, 256, 10**9, 10**400):
        events.sendall(
            _report().replace(b'"rank": 0', b'"rank": %d' % rank if rank < 10**100 else b'"rank": 1' + b"0" * 400)
        )
    events.sendall(_report(index="5"))


def endings(connect):
    """The warden's own words, on the output that the warden does not use for them."""
    import os

    os.write(1, b'{"exit_code": 0, "signal": null, "killed": 0}\n')
    for number in range(3, 256):
        try:
            os.write(number, b'{"exit_code": 0, "signal": null, "killed": 0}\n')
        except OSError:
            pass
    os._exit(3)
