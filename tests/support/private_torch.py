"""What the recorder takes for granted about torch, private parts and others."""

from __future__ import annotations

import importlib
import inspect

from assumptions import Assumptions, begins_with

TORCH = Assumptions()


@TORCH.of("rendezvous.py")
def _() -> None:
    """torch makes its store in _create_c10d_store(hostname, port, rank, ...), which the rendezvous looks up by name"""
    from allranks.recorder import rendezvous

    theirs = importlib.import_module("torch.distributed.rendezvous")
    begins_with(theirs._create_c10d_store, rendezvous.EXPECTED)
    assert "_create_c10d_store(" in inspect.getsource(theirs._env_rendezvous_handler)
    note = rendezvous.install()
    assert note is None, note


@TORCH.of("traffic.py")
def _() -> None:
    """DDP tells the bytes of its buckets and the time of its all-reduces, at a sample rate that can be set"""
    from torch.nn.parallel import DistributedDataParallel

    begins_with(DistributedDataParallel._set_ddp_runtime_logging_sample_rate, ["self", "sample_rate"])
    source = inspect.getsource(DistributedDataParallel._get_ddp_logging_data)
    assert "**ddp_logging_data.strs_map, **ddp_logging_data.ints_map" in source
    before_a_pass = inspect.getsource(DistributedDataParallel._pre_forward)
    written = before_a_pass.index("self.logger.set_runtime_stats_and_log()")
    assert written < before_a_pass.index("self.reducer.prepare_for_forward()")


@TORCH.of("traffic.py", "collectives.py")
def _() -> None:
    """Each collective of torch.distributed is one function under two names; all_reduce takes the tensor first"""
    import torch.distributed
    import torch.distributed.distributed_c10d as c10d

    from allranks.recorder.collectives import COUNTED, PAIRWISE, SET_UP

    for name in (*COUNTED, *PAIRWISE, SET_UP):
        both = (getattr(torch.distributed, name, None), getattr(c10d, name, None))
        assert None in both or both[0] is both[1], f"{name} is two functions"
    begins_with(c10d.all_reduce, ["tensor", "op", "group", "async_op"])


@TORCH.of("observers/passes.py", "observers/batches.py")
def _() -> None:
    """Tensor.backward ends in torch.autograd.backward, looked up there, and iterators of torch's have one __next__"""
    import torch
    from torch.utils.data import dataloader

    assert "torch.autograd.backward(" in inspect.getsource(torch.Tensor.backward)
    assert torch.save is torch.serialization.save
    assert "__next__" not in vars(dataloader._SingleProcessDataLoaderIter)
    assert "__next__" not in vars(dataloader._MultiProcessingDataLoaderIter)


@TORCH.of("flight.py")
def _() -> None:
    """torch's flight recorder tells what gloo has not finished, in the words in which it tells of NCCL"""
    from pathlib import Path

    import torch
    import torch._C._distributed_c10d as c10d

    assert callable(getattr(c10d, "_dump_fr_trace_json"))  # noqa: B009  # torch's stubs know none
    header = Path(torch.__file__).parent / "include/torch/csrc/distributed/c10d/FlightRecorder.hpp"
    written = header.read_text()
    for name in ("record_id", "process_group", "is_p2p", "profiling_name", "input_sizes", "input_dtypes", "state"):
        assert f'"{name}")' in written, name
    for name in ("time_created_ns", "retired", "completed"):
        assert f'"{name}")' in written, name


@TORCH.of("sampling.py")
def _() -> None:
    """CUDA is begun by the first that needs it, and can be asked whether it was"""
    import torch

    assert torch.cuda.is_initialized() is False


@TORCH.of("losses.py", "stepping.py")
def _() -> None:
    """Every backward of a tensor goes through Tensor.backward, and every step of an optimizer through global hooks"""
    import torch

    begins_with(torch.Tensor.backward, ["self", "gradient", "retain_graph", "create_graph", "inputs"])
    source = inspect.getsource(torch.optim.Optimizer.profile_hook_step)
    assert source.index("_global_optimizer_pre_hooks") < source.index("func(*args") < source.rindex("_global_optimizer")


@TORCH.of("fingerprints.py")
def _() -> None:
    """A shard of FullyShardedDataParallel says that it is one"""
    from torch.distributed.fsdp import _flat_param

    assert "_is_flat_param" in inspect.getsource(_flat_param.FlatParameter.__new__)
