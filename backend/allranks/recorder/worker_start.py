"""What Ray starts in place of its own `setup_worker.py`: hand the worker to the zygote, or start it the normal way.

    python worker_start.py [--serialized-runtime-env-context=JSON] [--language=PYTHON] default_worker.py ARGUMENTS...

Run as a file by the raylet, several times in each run, so it imports nothing that it does not need: `_socket` and
`marshal` are there before Python runs a line, `socket` and `json` would take as long as everything else here. This
process stays until the worker ends, because the raylet watches it.
"""

import _socket
import array
import marshal
import os
import sys

ZYGOTE_VARIABLE = "ALLRANKS_ZYGOTE"
FILES = 3
ANSWER_BYTES = 4096


def main() -> None:
    """Stand for the worker that was asked for, or become it."""
    path = os.environ.pop(ZYGOTE_VARIABLE, "")
    if not path:
        start_normally()
    try:
        reason = ask(path, sys.argv[1:], dict(os.environ))
    except FileNotFoundError:
        start_normally()  # its forks are not safe, or it never was there: the run's first lines say so
    except OSError as error:
        reason = f"the process that forks workers does not answer ({error.strerror})"
    if not reason:
        return
    say(reason)
    start_normally()


def ask(path: str, arguments: list[str], environment: dict[str, str]) -> str:
    """Ask the zygote at `path` for a worker and wait until that worker has ended, which gives an empty text. Returns at
    once with the reason when it will not be forked. Raises OSError."""
    connection = _socket.socket(_socket.AF_UNIX, _socket.SOCK_STREAM)
    try:
        connection.connect(path)
        content = marshal.dumps({"arguments": arguments, "environment": environment, "folder": os.getcwd()})
        message = len(content).to_bytes(4, "big") + content
        rights = [(_socket.SOL_SOCKET, _socket.SCM_RIGHTS, array.array("i", range(FILES)))]
        sent = connection.sendmsg([message], rights)
        if sent < len(message):  # sending nothing fails too when the answer came and the other end is closed
            connection.sendall(message[sent:])
        return connection.recv(ANSWER_BYTES).decode()
    finally:
        connection.close()


def say(reason: str) -> None:
    """Tell the learner through the run's log."""
    sys.path.insert(0, packages())
    from allranks.recorder.channel import Channel

    channel = Channel()
    text = f"A Ray worker is started the normal way, which takes seconds longer: {reason}.\n"
    channel.emit("log_written", attempt=None, rank=None, stream="stdout", origin="playground", text=text)
    channel.flush()
    channel.close()


def packages() -> str:
    """Where the package `allranks` lies."""
    return os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


def start_normally() -> None:
    """Become Ray's own `setup_worker.py`, with the arguments as they came."""
    import importlib.util

    found = importlib.util.find_spec("ray")
    assert found is not None
    assert found.origin is not None
    script = os.path.join(os.path.dirname(found.origin), "_private", "workers", "setup_worker.py")
    os.execv(sys.executable, [sys.executable, script, *sys.argv[1:]])  # noqa: S606  # to become it is the point


if __name__ == "__main__":
    main()
