from __future__ import annotations

import pytest

from parsed_programs import module_of
from trainlint.devices import asks_for_gpu, named_devices
from trainlint.loop import TrainLoop

START = """
import torch
from ray.train import ScalingConfig
from ray.train.torch import TorchTrainer
from torch.nn.parallel import DistributedDataParallel
"""


@pytest.mark.parametrize(
    ("trainers", "expected"),
    [
        (["TorchTrainer(f)"], False),
        (["TorchTrainer(f, scaling_config=ScalingConfig(num_workers=2))"], False),
        (["TorchTrainer(f, scaling_config=ScalingConfig(resources_per_worker={'CPU': 2}))"], False),
        (["TorchTrainer(f, scaling_config=ScalingConfig(resources_per_worker={'GPU': 2}))"], None),
        (["TorchTrainer(f, scaling_config=ScalingConfig(use_gpu=True))"], True),
        (["TorchTrainer(f, scaling_config=ScalingConfig(use_gpu=args.gpu))"], None),
        (["TorchTrainer(f, scaling_config=ScalingConfig(**options))"], None),
        (["TorchTrainer(f, **options)"], None),
        (["TorchTrainer(f)", "TorchTrainer(f, scaling_config=ScalingConfig(use_gpu=True))"], None),
    ],
)
def test_who_asks_for_a_gpu(trainers: list[str], expected: bool | None) -> None:
    assert asks_for_gpu(module_of(START + "\n".join(trainers)).trainers) is expected


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("d = torch.device('cuda:0')", [("device", True, False)]),
        ("x.to('cuda')", [("place", False, False)]),
        ("x.to(device='cuda:1')", [("place", True, False)]),
        ("torch.zeros(3, device='cuda')", [("place", False, False)]),
        ("d = torch.device('cuda:0' if torch.cuda.is_available() else 'cpu')", [("device", True, True)]),
        ("d = 'cuda:0'\n    x.to(d)", [("place", True, False)]),
        ("d = torch.device('cuda', 0)", [("device", True, False)]),
        ("d = torch.device('cuda', rank)", [("device", False, False)]),
        ("d = torch.device(f'cuda:{rank}')", [("device", False, False)]),
        ("x.to(f'cuda:{rank}')", [("place", False, False)]),
        ("rank = context.get_local_rank()\n    x.to(rank)", [("place", False, False)]),
        ("x.to(torch.float32)", []),
        ("print(f'cuda:{rank}')", []),
        ("x.cuda()", [("cuda", False, False)]),
        ("x.cuda(0)", [("cuda", True, False)]),
        ("x.cuda(rank)", [("cuda", False, False)]),
        ("torch.cuda.set_device(0)", [("set_device", True, False)]),
        ("DistributedDataParallel(m, device_ids=[0])", [("device_ids", True, False)]),
        ("DistributedDataParallel(m, device_ids=[rank])", [("device_ids", False, False)]),
        ("DistributedDataParallel(m, device_ids=None)", []),
        ("DistributedDataParallel(m, device_ids=[0] if gpu else None)", []),
        ("print('cuda:0')", []),
        ("d = 'cuda:0'\n    print(d)", []),
        ("if d.type == 'cuda': pass", []),
        ("torch.autocast('cuda')", []),
        ("torch.load(path, map_location='cuda:0')", []),
    ],
)
def test_places_that_name_a_gpu(line: str, found: list[tuple[str, bool, bool]]) -> None:
    module = module_of(f"{START}def train_loop():\n    {line}")
    devices = named_devices(TrainLoop(module, module.functions[0]))
    assert [(device.kind, device.indexed, device.chosen) for device in devices] == found


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("d = torch.device('cuda' if torch.cuda.is_available() else 'cpu')", True),
        ("there = torch.cuda.is_available()\n    x.to('cuda' if there else 'cpu')", True),
        ("x.to('cuda' if chosen else 'cpu')", False),
        ("x.to('cuda')", False),
    ],
)
def test_what_is_chosen_by_what_the_machine_has(line: str, expected: bool) -> None:
    module = module_of(f"{START}def train_loop():\n    {line}")
    [device] = named_devices(TrainLoop(module, module.functions[0]))
    assert device.by_availability is expected
