"""Calls that need another machine: what is asked for, as far as the text tells."""

from __future__ import annotations

import ast
import re
from urllib.parse import urlsplit

from .arguments import argument
from .module import Module
from .storage_paths import beginning
from .values import constant

_FETCHERS = frozenset(
    [
        *(f"{of}.{verb}" for of in ("requests", "httpx") for verb in ("get", "post", "put", "head", "delete", "patch")),
        "urllib.request.urlopen",
        "urllib.request.urlretrieve",
        "torch.hub.load_state_dict_from_url",
        "torch.hub.download_url_to_file",
    ]
)
_READERS = re.compile(r"pandas\.read_\w+|ray\.data\.read_\w+|pyarrow\.parquet\.read_table|polars\.read_\w+")
_REMOTE = re.compile(r"(https?|ftp|s3a?|gs|gcs|abfss?|az|hdfs|hf)://", re.IGNORECASE)
_BUILDERS = frozenset(["csv", "json", "parquet", "text", "arrow", "pandas", "imagefolder", "audiofolder", "xml"])
_HUBS = ("transformers.", "diffusers.", "timm.", "sentence_transformers.")
_LOCAL = ("/", ".", "~")
_LOOPBACK = re.compile(r"localhost|127\.[\d.]+|0\.0\.0\.0|::1|")


def remote_use(module: Module, call: ast.Call) -> str | None:
    """What `call` wants of another machine, as the beginning of a sentence; None where nothing, or where unsure."""
    name = module.qualified(call.func) or ""
    if not name:
        return None
    if name in _FETCHERS:
        return _address(constant(module, call.args[0] if call.args else argument(call, "url")))
    if name == "socket.create_connection":
        return _host(call.args[0] if call.args else None, module)
    if name == "ray.train.RunConfig":
        return _remote_path(module, argument(call, "storage_path", 1), "Checkpoints are to be stored at")
    if _READERS.fullmatch(name):
        return _remote_path(module, call.args[0] if call.args else None, "Data is read from")
    if name.startswith("torchvision."):
        return _torchvision(module, call, name)
    if name == "datasets.load_dataset":
        return _hub(module, call, "The data set")
    if name == "torch.hub.load":
        local = constant(module, argument(call, "source")) == "local"
        return None if local else _hub(module, call, "The model")
    if name.endswith(".from_pretrained") and name.startswith(_HUBS):
        return _hub(module, call, "The model")
    return None


def _address(url: object) -> str | None:
    if not isinstance(url, str) or not _REMOTE.match(url):
        return None
    try:
        host = urlsplit(url).hostname or ""
    except ValueError:
        return None
    return None if _LOOPBACK.fullmatch(host) else f"`{host}` is asked for something"


def _host(address: ast.expr | None, module: Module) -> str | None:
    host = constant(module, address.elts[0]) if isinstance(address, ast.Tuple) and address.elts else None
    if not isinstance(host, str) or _LOOPBACK.fullmatch(host):
        return None
    return f"This connects to `{host}`"


def _remote_path(module: Module, path: ast.expr | None, doing: str) -> str | None:
    if isinstance(path, ast.List) and path.elts:
        path = path.elts[0]
    start = beginning(module, path) if path is not None else None
    found = _REMOTE.match(start) if start is not None else None
    return None if found is None or _address(start) is None else f"{doing} `{found[0]}...`"


def _torchvision(module: Module, call: ast.Call, name: str) -> str | None:
    if name.startswith("torchvision.datasets.") and constant(module, argument(call, "download")) is True:
        return f"`{name.rpartition('.')[2]}` is downloaded"
    if not name.startswith("torchvision.models."):
        return None
    weights = constant(module, argument(call, "weights"))
    named = argument(call, "weights") is not None and weights is not None and isinstance(weights, str)
    if named or constant(module, argument(call, "pretrained")) is True:
        return "The weights of this model are downloaded"
    return None


def _hub(module: Module, call: ast.Call, what: str) -> str | None:
    """A name that a hub knows: no path, and nothing that says that only local files are to be used."""
    name = constant(module, call.args[0]) if call.args else ...
    if not isinstance(name, str) or name.startswith(_LOCAL) or name in _BUILDERS:
        return None
    if argument(call, "data_files") is not None or argument(call, "local_files_only") is not None:
        return None
    return f"{what} `{name}` is downloaded"
