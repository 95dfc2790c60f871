"""What Ray starts in place of its own `setup_worker.py`: hand the worker to the zygote, or start it the normal way.

    python worker_start.py [--serialized-runtime-env-context=JSON] [--language=PYTHON] default_worker.py ARGUMENTS...

Run as a file by the raylet, so it imports nothing of ours before it must. This process stays until the worker ends,
because the raylet watches it.
"""

import contextlib
import json
import os
import sys

ZYGOTE_VARIABLE = "ALLRANKS_ZYGOTE"
CONTEXT = "--serialized-runtime-env-context="
LANGUAGE = "--language="
UNUSUAL = ("PYTHON", "LD_", "OMP_", "MKL_", "OPENBLAS_", "KMP_", "MALLOC_", "JE_", "CUDA_LAUNCH")
"""Variables that only a process started with them obeys, so a fork would not."""


def main() -> None:
    """Become, or stand for, the worker that was asked for."""
    argv, context, language = [], {}, "PYTHON"
    for argument in sys.argv[1:]:
        if argument.startswith(CONTEXT):
            context = json.loads(argument[len(CONTEXT) :] or "{}")
        elif argument.startswith(LANGUAGE):
            language = argument[len(LANGUAGE) :]
        else:
            argv.append(argument)
    path = os.environ.get(ZYGOTE_VARIABLE, "")
    if not path:
        start_normally()
    reason = why_not(argv, context, language)
    if reason is None:
        environment = {**os.environ, **context.get("env_vars", {})}
        environment.pop(ZYGOTE_VARIABLE, None)
        sys.path.insert(0, packages())
        from allranks.recorder.zygote import send

        try:
            connection = send(path, argv, environment)
        except OSError as error:
            reason = f"the process that forks workers does not answer ({error.strerror})"
        else:
            with contextlib.suppress(OSError):
                connection.recv(1)
            return
    say(reason)
    start_normally()


def why_not(argv: list[str], context: dict[str, object], language: str) -> str | None:
    """Why this worker cannot be forked, or None."""
    if language != "PYTHON" or not argv or not argv[0].endswith("default_worker.py"):
        return "it is not an ordinary Python worker"
    if context.get("command_prefix") or context.get("override_worker_entrypoint") or context.get("java_jars"):
        return "its runtime_env asks for a command of its own"
    executable = context.get("py_executable")
    if executable and os.path.realpath(str(executable)) != os.path.realpath(sys.executable):
        return "its runtime_env asks for another Python"
    variables = context.get("env_vars")
    names = sorted(name for name in (variables if isinstance(variables, dict) else {}) if name.startswith(UNUSUAL))
    if names:
        return f"its runtime_env sets {names[0]}"
    return None


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
