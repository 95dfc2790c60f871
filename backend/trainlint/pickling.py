"""What cannot be sent to another process.

Ray sends the training loop to the workers with cloudpickle: the function, what it closes over, and every global that
it or a function of the same script names.
"""

from __future__ import annotations

import ast
from weakref import WeakKeyDictionary

from .arguments import argument
from .loop import TrainLoop
from .module import Module
from .origins import makers
from .scopes import Function, walk
from .values import constant

_NOUNS = {
    "a lock": (
        *(f"threading.{name}" for name in ("Lock", "RLock", "Condition", "Semaphore", "BoundedSemaphore")),
        *(f"multiprocessing.{name}" for name in ("Lock", "RLock", "Condition", "Semaphore", "BoundedSemaphore")),
    ),
    "an event with a lock in it": ("threading.Event", "multiprocessing.Event", "threading.Barrier"),
    "a thread": ("threading.Thread", "threading.Timer"),
    "thread-local storage": ("threading.local",),
    "a queue with a lock in it": (
        *(f"queue.{name}" for name in ("Queue", "LifoQueue", "PriorityQueue", "SimpleQueue")),
        *(f"multiprocessing.{name}" for name in ("Queue", "JoinableQueue", "SimpleQueue")),
    ),
    "a pool of workers": (
        "multiprocessing.Pool",
        *(f"concurrent.futures.{name}" for name in ("ThreadPoolExecutor", "ProcessPoolExecutor")),
        *(f"concurrent.futures.{name}" for name in ("thread.ThreadPoolExecutor", "process.ProcessPoolExecutor")),
    ),
    "shared memory": ("multiprocessing.Value", "multiprocessing.Array", "mmap.mmap"),
    "a process": ("subprocess.Popen", "multiprocessing.Process"),
    "a socket": ("socket.socket", "socket.create_connection", "socket.create_server"),
    "a database connection": ("sqlite3.connect", "psycopg2.connect", "pymysql.connect", "duckdb.connect"),
    "an open file": (
        *("tempfile.NamedTemporaryFile", "gzip.open", "bz2.open", "lzma.open"),
        *("h5py.File", "lmdb.open", "zipfile.ZipFile", "tarfile.open"),
    ),
    "a CSV reader or writer": ("csv.reader", "csv.writer"),
    "a log handler with a lock in it": ("logging.FileHandler", "logging.StreamHandler"),
    "a writer with a lock in it": (
        "torch.utils.tensorboard.SummaryWriter",
        "torch.utils.tensorboard.writer.SummaryWriter",
        "tensorboardX.SummaryWriter",
    ),
    "a context variable": ("contextvars.ContextVar",),
    "a weak reference": ("weakref.ref",),
    "an event loop": ("asyncio.new_event_loop", "asyncio.get_event_loop"),
}
_NOUN_OF = {name: noun for noun, names in _NOUNS.items() for name in names}
_OPENS = frozenset({"builtins.open", "io.open"})
_LOADERS = frozenset({"torch.utils.data.DataLoader", "torch.utils.data.dataloader.DataLoader"})
_OWN_WAY = frozenset({"__getstate__", "__reduce__", "__reduce_ex__"})
_DEEPEST = 3


def cannot_be_sent(module: Module, expression: ast.expr, depth: int = 0) -> str | None:
    """What `expression` is certain to be that no other process can get ("a lock"); None for everything else."""
    made = _makers(module, expression)
    nouns = [_noun(module, value, depth) for value in made or ()]
    return nouns[0] if nouns and all(nouns) else None


def _makers(module: Module, expression: ast.expr) -> list[ast.expr] | None:
    binding = module.binding(expression) if isinstance(expression, ast.Name) else None
    if binding is not None and isinstance(binding.node, ast.withitem):
        return [binding.node.context_expr] if isinstance(binding.node.optional_vars, ast.Name) else None
    value = module.value(expression)
    function = module.function(value.func) if isinstance(value, ast.Call) else None
    if function is not None and _is_generator(function):
        return [value]
    return makers(module, expression)


def _noun(module: Module, value: ast.expr, depth: int) -> str | None:
    if isinstance(value, ast.GeneratorExp):
        return "a generator"
    if not isinstance(value, ast.Call) or depth > _DEEPEST:
        return None
    function = module.function(value.func)
    if function is not None:
        return "a generator" if _is_generator(function) else None
    name = module.qualified(value.func) or ""
    if name in _OPENS:
        return _open_file(module, value)
    if name == "builtins.iter" and len(value.args) == 1:
        loader = makers(module, value.args[0]) or []
        all_loaders = bool(loader) and all(
            isinstance(made, ast.Call) and module.qualified(made.func) in _LOADERS for made in loader
        )
        return "an iterator over a DataLoader" if all_loaders else None
    if isinstance(value.func, ast.Attribute) and value.func.attr == "open" and not name:
        opened = makers(module, value.func.value) or []
        paths = [
            made for made in opened if isinstance(made, ast.Call) and module.qualified(made.func) == "pathlib.Path"
        ]
        return _open_file(module, value, place=0) if paths and len(paths) == len(opened) else None
    return _NOUN_OF.get(name) or _instance_noun(module, value, depth)


def _is_generator(function: Function) -> bool:
    if not isinstance(function, ast.FunctionDef) or function.decorator_list:
        return False
    return any(isinstance(node, ast.Yield | ast.YieldFrom) for node in walk(function, into_functions=False))


def _open_file(module: Module, call: ast.Call, place: int = 1) -> str | None:
    """A text file that is open for reading goes through: cloudpickle sends what is in it."""
    given = argument(call, "mode", place)
    mode = constant(module, given) if given is not None else "r"
    if not isinstance(mode, str):
        return None
    reads_text = "b" not in mode and ("r" in mode or "+" in mode)
    return None if reads_text else "an open file"


def _instance_noun(module: Module, call: ast.Call, depth: int) -> str | None:
    """`Cache()` where `Cache.__init__` sets `self.lock = Lock()`."""
    binding = module.binding(call.func) if isinstance(call.func, ast.Name) else None
    kind = binding.node if binding is not None and binding.kind == "class" else None
    if not isinstance(kind, ast.ClassDef) or kind.bases or kind.keywords or kind.decorator_list:
        return None
    methods = {node.name: node for node in kind.body if isinstance(node, ast.FunctionDef)}
    begin = methods.get("__init__")
    if begin is None or methods.keys() & _OWN_WAY or not begin.args.args:
        return None
    itself = begin.args.args[0].arg
    for statement in begin.body:
        if isinstance(statement, ast.Assign) and _is_attribute_of(statement.targets[0], itself):
            noun = cannot_be_sent(module, statement.value, depth + 1)
            if noun is not None:
                return f"an object that holds {noun}"
    return None


def _is_attribute_of(target: ast.expr, name: str) -> bool:
    return isinstance(target, ast.Attribute) and isinstance(target.value, ast.Name) and target.value.id == name


def on_gpu(module: Module, expression: ast.expr, depth: int = 0) -> bool:
    """Whether `expression` is certain to be on a GPU: `.cuda()`, `.to("cuda")`, `device="cuda"`."""
    value = module.value(expression)
    if not isinstance(value, ast.Call) or depth > _DEEPEST:
        return False
    method = value.func.attr if isinstance(value.func, ast.Attribute) else ""
    name = module.qualified(value.func) or ""
    if method == "cuda" and not name.startswith("torch.cuda"):
        return True
    if method == "to" and value.args:
        return _names_gpu(module, value.args[0])
    if name.startswith("torch."):
        device = argument(value, "device")
        return device is not None and _names_gpu(module, device)
    return (
        method in ("clone", "detach", "requires_grad_")
        and isinstance(value.func, ast.Attribute)
        and on_gpu(module, value.func.value, depth + 1)
    )


def _names_gpu(module: Module, device: ast.expr) -> bool:
    value = module.value(device)
    if isinstance(value, ast.Call) and module.qualified(value.func) == "torch.device" and value.args:
        value = value.args[0]
    text = constant(module, value)
    return isinstance(text, str) and text.split(":")[0] == "cuda"


_captured: WeakKeyDictionary[TrainLoop, list[ast.Name]] = WeakKeyDictionary()


def captured(loop: TrainLoop) -> list[ast.Name]:
    """The names that the functions of `loop` use and that are assigned around them: globals of the script, variables of
    the function that they stand in. Of each the first use, in the order of the file."""
    if loop not in _captured:
        _captured[loop] = _find_captured(loop)
    return _captured[loop]


def _find_captured(loop: TrainLoop) -> list[ast.Name]:
    module, functions = loop.module, set[ast.AST](loop.functions)
    first: dict[int, ast.Name] = {}
    for name in loop.index.all(ast.Name):
        own = module.scope(name)
        if name.ctx.__class__ is not ast.Load or (name.id in own.bindings and own.node in functions):
            continue
        found = own.lookup(name.id)
        if found is None or found[0].node in functions:
            continue
        scope, bindings = found
        if isinstance(scope.node, ast.ClassDef) or all(binding.kind != "assignment" for binding in bindings):
            continue
        # What is no part of a function is a value of the script: it was made before, and stays where it is.
        if module.frame(name) not in functions:
            continue
        if not isinstance(scope.node, ast.Module | Function) and module.frame(scope.node) in functions:
            continue  # a comprehension inside one of them
        other = first.setdefault(id(bindings), name)
        if (name.lineno, name.col_offset) < (other.lineno, other.col_offset):
            first[id(bindings)] = name
    return sorted(first.values(), key=lambda name: (name.lineno, name.col_offset))
