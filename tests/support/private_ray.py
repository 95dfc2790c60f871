"""What the recorder takes for granted about Ray's private parts and about torch's.

Run as a program, it prints a JSON object: for each assumption, by its sentence, what is not so, or null. That keeps Ray
out of the process of the tests.
"""

from __future__ import annotations

import importlib
import importlib.util
import inspect
import json
import mmap
import os
import re
import sys
from pathlib import Path
from typing import Any

from assumptions import Assumptions, begins_with, has, takes

RAY = Assumptions()
SIZE_OF_AN_ACTOR_CLASS_ID = 28


def ray_folder() -> Path:
    """Where Ray is installed."""
    found = importlib.util.find_spec("ray")
    assert found is not None
    assert found.origin is not None
    return Path(found.origin).parent


def source_of(path: str) -> str:
    """A file of Ray's."""
    return (ray_folder() / path).read_text()


def in_the_core(word: str) -> bool:
    """Whether the compiled core has this word, with nothing around it that would make it another."""
    with (ray_folder() / "_raylet.so").open("rb") as file:
        core = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        return re.search(rb"(?<![A-Z_])" + word.encode() + rb"(?![A-Z_])", core) is not None


def in_python(word: str) -> bool:
    """Whether a module of Ray's has this word as a text."""
    quoted = re.compile(rf"""["']{word}["']""")
    folders = ("_private", "_common", "air", "train", "tune/constants.py")
    files = [file for name in folders for file in _modules(ray_folder() / name)]
    return any(quoted.search(file.read_text()) for file in files)


def _modules(path: Path) -> list[Path]:
    return [path] if path.is_file() else [file for file in path.rglob("*.py") if "tests" not in file.parts]


@RAY.of("cluster.py")
def _() -> None:
    """A node can be started apart from ray.init, with these parameters"""
    from ray._private.node import Node
    from ray._private.parameter import RayParams

    takes(
        RayParams,
        [
            *("num_cpus", "num_gpus", "node_ip_address", "gcs_server_port", "object_store_memory", "temp_dir"),
            *("plasma_store_socket_name", "raylet_socket_name"),
            *("include_dashboard", "no_monitor", "setup_worker_path"),
        ],
    )
    begins_with(Node, ["ray_params"])
    takes(Node, ["head", "shutdown_at_exit", "spawn_reaper", "ray_init_cluster"])
    has(Node, ["address"])


@RAY.of("cluster.py", "worker_start.py")
def _() -> None:
    """The raylet starts workers through the file that setup_worker_path names, followed by default_worker.py"""
    from ray._private import services

    source = inspect.getsource(services.start_raylet)
    assert re.search(r"sys\.executable,\s*setup_worker_path,", source), "another command starts a worker"
    assert "worker_path" in source


@RAY.of("cluster.py")
def _() -> None:
    """127.0.0.1 is replaced by the machine's address, and 127.0.0.2 is left alone"""
    from ray._private import services

    if not sys.platform.startswith("linux"):
        return
    assert services.resolve_ip_for_localhost("127.0.0.2") == "127.0.0.2"
    assert callable(services.get_node_ip_address)


@RAY.of("connection.py")
def _() -> None:
    """ray.init takes the address first, and is the worker module's"""
    import ray
    import ray._private.worker

    assert ray.init is ray._private.worker.init
    begins_with(ray.init, ["address"])
    assert 'kwargs.pop("_node_ip_address"' in inspect.getsource(inspect.unwrap(ray.init))


@RAY.of("connection.py")
def _() -> None:
    """Each argument of ray.init that an existing cluster refuses is one that we drop and name"""
    import ray

    from allranks.recorder.connection import SIZING

    source = re.sub(r'"\s+"', "", inspect.getsource(inspect.unwrap(ray.init)))
    sentences = re.findall(r"existing cluster, ([\w, ]+) must not be provided", source)
    refused = {name for sentence in sentences for name in re.split(r",? and |, ", sentence)}
    assert "num_cpus" in refused, "Ray says it in other words"
    assert refused <= set(SIZING), f"ray.init refuses {', '.join(sorted(refused - set(SIZING)))}"


@RAY.of("connection.py")
def _() -> None:
    """Each argument of ray.init that we drop is one that it has"""
    import ray

    from allranks.recorder.connection import SIZING

    real = inspect.unwrap(ray.init)
    popped = set(re.findall(r'kwargs\.pop\(\s*"(\w+)"', inspect.getsource(real)))
    unknown = set(SIZING) - popped - set(inspect.signature(real).parameters)
    assert not unknown, f"ray.init has no {', '.join(sorted(unknown))}"


@RAY.of("connection.py")
def _() -> None:
    """The console handler that Ray gives to loggers is a StreamHandler of the module ray._private.log"""
    import logging

    from ray._private.log import PlainRayHandler

    assert issubclass(PlainRayHandler, logging.StreamHandler)


@RAY.of("program.py")
def _() -> None:
    """Ray's way out of the interpreter is ray._private.worker.shutdown, registered with atexit"""
    import atexit
    import threading

    assert re.search(r"^atexit\.register\(shutdown\b", source_of("_private/worker.py"), re.MULTILINE)
    has(atexit, ["_run_exitfuncs"])
    has(threading, ["_shutdown"])


@RAY.of("preload.py")
def _() -> None:
    """Decorating an actor class draws its id from ray.actor.ActorClassID.from_random, and from nowhere else"""
    import ray.actor

    drawn = re.findall(r"\w+\.from_random\(\)", inspect.getsource(ray.actor))
    assert drawn == ["ActorClassID.from_random()"], f"ray/actor.py has {drawn}"


@RAY.of("preload.py", "selftest.py")
def _() -> None:
    """An actor class's id can be made from 28 bytes, and one drawn at random tells them in hexadecimal"""
    from ray import _raylet

    raylet: Any = _raylet
    made = raylet.ActorClassID(os.urandom(SIZE_OF_AN_ACTOR_CLASS_ID))
    assert len(made.hex()) == len(raylet.ActorClassID.from_random().hex()) == 2 * SIZE_OF_AN_ACTOR_CLASS_ID


@RAY.of("preload.py")
def _() -> None:
    """The core reads RAY_JOB_ID and RAY_RAYLET_PID"""
    assert in_the_core("RAY_JOB_ID")
    assert in_the_core("RAY_RAYLET_PID")


@RAY.of("preload.py", "warmup.py")
def _() -> None:
    """Every module that is imported beforehand is there"""
    from allranks.recorder.preload import MODULES, OPTIONAL

    for module in (*MODULES, "ray.train.v2.api.data_parallel_trainer"):
        if module not in OPTIONAL:
            importlib.import_module(module)


@RAY.of("request.py")
def _() -> None:
    """What a runtime_env can ask of a worker is exactly what we look at"""
    from ray._private.runtime_env.context import RuntimeEnvContext

    asked = {name for name in inspect.signature(RuntimeEnvContext).parameters if name != "self"}
    assert asked == {"command_prefix", "env_vars", "py_executable", "override_worker_entrypoint", "java_jars"}, asked
    assert RuntimeEnvContext().py_executable == sys.executable, "the ordinary Python is named in another way"


@RAY.of("request.py", "worker_start.py")
def _() -> None:
    """setup_worker.py takes the runtime_env and the language as we do, and passes on the rest"""
    from allranks.recorder.request import CONTEXT, LANGUAGE

    source = source_of("_private/workers/setup_worker.py")
    taken = set(re.findall(r'"(--[\w-]+)"', source))
    assert taken == {CONTEXT.rstrip("="), LANGUAGE.rstrip("=")}, taken
    assert "parse_known_args" in source


@RAY.of("zygote.py")
def _() -> None:
    """default_worker.py is run as a program, with arguments that we do not need to know"""
    source = source_of("_private/workers/default_worker.py")
    assert 'if __name__ == "__main__":' in source
    assert "parser.parse_args()" in source
    assert "--node-ip-address" in source


@RAY.of("cluster.py")
def _() -> None:
    """Every variable that we set for the cluster is one that Ray reads"""
    from allranks.recorder.cluster import CLUSTER_ENVIRONMENT

    names = (*CLUSTER_ENVIRONMENT, "RAY_ADDRESS")
    unread = [name for name in names if not in_python(name) and not in_the_core(name)]
    assert not unread, f"nothing in Ray reads {', '.join(unread)}"


@RAY.of("gpu.py")
def _() -> None:
    """Ray carries a binding of NVML that finds a GPU by its UUID and tells how busy it is"""
    binding = importlib.import_module("ray._private.thirdparty.pynvml")
    begins_with(binding.nvmlInit, [])
    begins_with(binding.nvmlDeviceGetHandleByUUID, ["uuid"])
    begins_with(binding.nvmlDeviceGetUtilizationRates, ["handle"])
    assert "gpu" in dict(binding.c_nvmlUtilization_t._fields_)


@RAY.of("the runner's environment.py")
def _() -> None:
    """Every variable that we set for the sandbox is one that Ray reads"""
    assert in_the_core("RAY_AUTH_MODE")
    unread = [name for name in ("RAY_TMPDIR", "RAY_USAGE_STATS_ENABLED") if not in_python(name)]
    assert not unread, f"nothing in Ray reads {', '.join(unread)}"


if __name__ == "__main__":
    import private_nccl
    import private_torch
    import private_train

    known = {**RAY.known, **private_train.TRAIN.known, **private_torch.TORCH.known, **private_nccl.NCCL.known}
    print(json.dumps({sentence: assumption.broken() for sentence, assumption in known.items()}))
