"""What the recorder takes for granted about Ray Train's DeveloperAPI and private parts."""

from __future__ import annotations

import importlib
import inspect
import re
from typing import Any

from assumptions import Assumptions, begins_with, has, same_shape, takes

TRAIN = Assumptions()
REPORTED_BY_A_WORKER = ("get_world_rank", "get_local_rank", "get_node_rank", "get_world_size", "get_local_world_size")


@TRAIN.of("callback.py")
def _() -> None:
    """Each hook of ours overrides one of Ray's, with the same parameters"""
    from allranks.recorder.callback import TrainObserver

    bases = [base for base in TrainObserver.__mro__[1:] if base is not object]
    own = [name for name in vars(TrainObserver) if re.match(r"(after|before|on)_", name)]
    assert "on_report" in own
    for name in own:
        theirs = [vars(base)[name] for base in bases if name in vars(base)]
        assert theirs, f"Ray Train calls no {name}"
        same_shape(vars(TrainObserver)[name], theirs[0])


@TRAIN.of("callback.py")
def _() -> None:
    """RAY_TRAIN_CALLBACKS names classes, made without arguments, which come first in Ray's list"""
    from ray.train.v2._internal.callbacks import env_callback
    from ray.train.v2._internal.constants import RAY_TRAIN_CALLBACKS_ENV_VAR
    from ray.train.v2.api.data_parallel_trainer import DataParallelTrainer

    assert RAY_TRAIN_CALLBACKS_ENV_VAR == "RAY_TRAIN_CALLBACKS"
    assert re.search(r"callback_cls\(\)", inspect.getsource(env_callback))
    source = inspect.getsource(DataParallelTrainer._create_default_callbacks)
    assert "callbacks = _initialize_env_callbacks()" in source


@TRAIN.of("callback.py")
def _() -> None:
    """A worker group's start ends when every rank has its process group"""
    from ray.train.v2._internal.execution.worker_group.worker_group import WorkerGroup

    source = inspect.getsource(WorkerGroup)
    entered = source.index("callback.on_worker_group_start for callback")
    assert entered < source.index("callback.after_worker_group_start(", entered)
    takes(WorkerGroup.execute_async, ["fn"])


@TRAIN.of("callback.py")
def _() -> None:
    """What a hook is given has the attributes that we read"""
    from ray.train.v2._internal.execution.training_report import _TrainingReport
    from ray.train.v2._internal.execution.worker_group.poll import WorkerGroupPollStatus, WorkerStatus

    has(_TrainingReport, ["checkpoint", "metrics"])
    has(WorkerGroupPollStatus, ["worker_statuses"])
    has(WorkerStatus, ["error"])


@TRAIN.of("asking.py")
def _() -> None:
    """A request for workers is read from the configuration, and its datasets from the controller's callbacks"""
    from ray._private.worker import Worker
    from ray.data._internal.logical.operators.map_operator import AbstractMap, MapBatches
    from ray.data._internal.logical.operators.read_operator import Read
    from ray.data.dataset import Dataset, MaterializedDataset
    from ray.experimental.internal_kv import _internal_kv_exists
    from ray.train import ScalingConfig
    from ray.train.v2._internal.callbacks.datasets import DatasetsCallback
    from ray.train.v2._internal.execution.context import TrainRunContext
    from ray.train.v2._internal.execution.controller.controller import TrainController

    has(TrainRunContext, ["scaling_config"])
    asked = ScalingConfig(num_workers=(2, 4), resources_per_worker={"CPU": 2, "GPU": 0})
    assert (asked.min_workers, asked._resources_per_worker_not_none) == (2, {"CPU": 2})
    assert (asked.label_selector, asked.topology, asked.placement_strategy) == (None, None, "PACK")
    assert DatasetsCallback.__name__ == "DatasetsCallback"
    has(TrainController, ["_callbacks"])
    has(DatasetsCallback, ["_datasets"])
    has(Worker, ["actors"])
    has(Dataset, ["_logical_plan"])
    for operator in (MapBatches, Read):
        assert issubclass(operator, AbstractMap)
        has(operator, ["ray_remote_args", "compute"])
    assert issubclass(MaterializedDataset, Dataset)
    begins_with(_internal_kv_exists, ["key"])


@TRAIN.of("variation.py")
def _() -> None:
    """A trainer keeps the loop's and the workers' configuration until fit, and makes the run's from them there"""
    from ray.train import ScalingConfig
    from ray.train.v2.api.data_parallel_trainer import DataParallelTrainer

    source = inspect.getsource(DataParallelTrainer.fit)
    assert "self.scaling_config" in source
    assert "self._get_train_func()" in source
    assert "self.train_loop_config" in inspect.getsource(DataParallelTrainer._get_train_func)
    scaling = ScalingConfig(num_workers=3)
    scaling.num_workers = 2
    assert scaling.total_resources == {"CPU": 2}
    takes(DataParallelTrainer.fit, ["self"])


@TRAIN.of("callback.py")
def _() -> None:
    """What the learner's loop raises reaches the controller as UserExceptionWithTraceback"""
    from ray.train.v2._internal.exceptions import UserExceptionWithTraceback
    from ray.train.v2._internal.util import construct_user_exception_with_traceback

    made: Any = construct_user_exception_with_traceback(ValueError("x"), exclude_frames=0)
    assert isinstance(made, UserExceptionWithTraceback)


@TRAIN.of("worker.py")
def _() -> None:
    """A rank's train context tells its place, reports, and runs the loop in a thread of its own"""
    from ray.train.v2._internal.execution import context
    from ray.train.v2._internal.execution.worker_group.thread_runner import ThreadRunner

    assert callable(context.get_train_context)
    has(context.TrainContext, [*REPORTED_BY_A_WORKER, "report", "execution_context"])
    has(context.ExecutionContext, ["training_thread_runner"])
    begins_with(context.TrainContext.report, ["self", "metrics", "checkpoint"])
    begins_with(ThreadRunner.run, ["self", "target"])


@TRAIN.of("worker.py", "observers/orders.py")
def _() -> None:
    """train.report calls the context's own report, so that a wrapper on the instance sees its arguments"""
    import ray.train
    from ray.train.v2._internal.execution import train_fn_utils
    from ray.train.v2.api.train_fn_utils import report

    assert ray.train.report is report, "Ray Train's first version is the default"
    source = inspect.getsource(train_fn_utils.DistributedTrainFnUtils.report)
    assert "get_internal_train_context().report(" in source


@TRAIN.of("observers/checkpoints.py")
def _() -> None:
    """get_checkpoint and each upload go through the context's own methods, the checkpoint third"""
    from ray.train.v2._internal.execution import context, train_fn_utils

    source = inspect.getsource(train_fn_utils.DistributedTrainFnUtils.get_checkpoint)
    assert "get_internal_train_context().get_checkpoint()" in source
    begins_with(context.TrainContext.get_checkpoint, ["self"])
    begins_with(context.TrainContext._upload_checkpoint, ["self", "checkpoint_dir_name", "metrics", "checkpoint"])
    source = inspect.getsource(context.TrainContext.report)
    assert source.count("self._upload_checkpoint(") == source.count("_upload_checkpoint(") == 2


@TRAIN.of("callback.py")
def _() -> None:
    """A committed checkpoint's path is a folder in the run's storage folder"""
    from ray.train import Checkpoint

    assert Checkpoint.from_directory("/storage/run/checkpoint_1/").path.rstrip("/") == "/storage/run/checkpoint_1"


@TRAIN.of("worker.py")
def _() -> None:
    """Ray cuts three frames off what the loop raised"""
    from ray.train.v2._internal.execution.worker_group.thread_runner import ThreadRunner

    assert "exclude_frames=3" in inspect.getsource(ThreadRunner.run)


@TRAIN.of("worker.py")
def _() -> None:
    """prepare_model is one function under two names"""
    import ray.train.torch
    import ray.train.v2.torch.train_loop_utils

    assert ray.train.torch.prepare_model is ray.train.v2.torch.train_loop_utils.prepare_model
    assert callable(ray.train.torch.get_device)
    assert callable(ray.util.get_node_ip_address)


@TRAIN.of("observers/ray_data_rows.py")
def _() -> None:
    """get_dataset_shard ends in the train context's own, which is given the dataset's name"""
    from ray.train.v2._internal.data_integration.interfaces import DatasetShardMetadata
    from ray.train.v2._internal.execution import context, train_fn_utils

    has(DatasetShardMetadata, ["dataset_name"])
    begins_with(context.TrainContext.get_dataset_shard, ["self", "dataset_info"])
    source = inspect.getsource(train_fn_utils.DistributedTrainFnUtils.get_dataset_shard)
    assert "get_internal_train_context().get_dataset_shard(dataset_info)" in source


@TRAIN.of("observers/ray_data_rows.py")
def _() -> None:
    """What a DataIterator iterates over makes each pass with its iterator_gen"""
    from ray.data import DataIterator, iterator

    made = iterator._IterableFromIterator(lambda: iter([1]))
    made.iterator_gen = lambda: iter([2])
    assert list(made) == [2]
    for method in (DataIterator.iter_torch_batches, DataIterator.iter_batches):
        assert "return self._iter_batches(" in inspect.getsource(method), "one method of the three calls another"
    assert "self._iter_batches(" in inspect.getsource(DataIterator.iter_rows)


@TRAIN.of("observers/torch_rows.py")
def _() -> None:
    """prepare_data_loader is one function under two names"""
    import ray.train.torch
    import ray.train.v2.torch.train_loop_utils

    assert ray.train.torch.prepare_data_loader is ray.train.v2.torch.train_loop_utils.prepare_data_loader


@TRAIN.of("observers/torch_rows.py")
def _() -> None:
    """Ray's wrapper of a DataLoader iterates the one that it keeps, and is its own iterator"""
    from ray.train.torch.train_loop_utils import _WrappedDataLoader

    source = inspect.getsource(_WrappedDataLoader)
    assert "self._dataloader = base_dataloader" in source
    assert "iter(self._dataloader)" in source
    assert {"__iter__", "__next__"} <= set(vars(_WrappedDataLoader))


@TRAIN.of("observers/torch_rows.py")
def _() -> None:
    """An iterator of a DataLoader asks its _index_sampler once for an iterator over indices"""
    from torch.utils.data import DataLoader
    from torch.utils.data.dataloader import _BaseDataLoaderIter

    assert isinstance(vars(DataLoader)["_index_sampler"], property)
    assert "__next__" in vars(_BaseDataLoaderIter)
    source = inspect.getsource(_BaseDataLoaderIter)
    assert "self._index_sampler = loader._index_sampler" in source
    assert source.count("self._sampler_iter = iter(self._index_sampler)") == 2


@TRAIN.of("cluster.py", "differences.py")
def _() -> None:
    """Plain Ray Train's controller looks for reports every 2 s"""
    from ray.train.v2._internal.constants import DEFAULT_HEALTH_CHECK_INTERVAL_S

    assert DEFAULT_HEALTH_CHECK_INTERVAL_S == 2.0


@TRAIN.of("cleaner.py")
def _() -> None:
    """The placement-group cleaner waits on a queue, and can be woken"""
    from allranks.recorder import cleaner

    note = cleaner.install()
    assert note is None, note


@TRAIN.of("exports.py")
def _() -> None:
    """The hash of what a process exports is made in one method, and never read by Ray"""
    from allranks.recorder import exports

    theirs = inspect.getsource(importlib.import_module(exports.MODULE))
    keys = theirs.count('"collision_identifier"')
    assert keys == theirs.count('"collision_identifier": self.compute_collision_identifier(')
    note = exports.install()
    assert note is None, note


@TRAIN.of("observers/collective_calls.py")
def _() -> None:
    """Ray Train's own collectives are looked up in collective_impl, where one is given the name that it goes by"""
    from ray.train.v2._internal.execution import collective_impl, train_fn_utils

    source = inspect.getsource(train_fn_utils.DistributedTrainFnUtils)
    assert "collective_impl.barrier()" in source
    assert source.count("collective_impl.broadcast_from_rank_zero(") == 2
    takes(collective_impl.broadcast_from_rank_zero, ["data", "caller_method_name"])
