"""Calls that need another machine."""

from __future__ import annotations

import ast

import pytest

from trainlint.module import Module
from trainlint.remote import remote_use
from trainlint.source import Source


def use(text: str) -> str | None:
    """What the last call of a program wants of another machine."""
    source = Source(text)
    module = Module(source, ast.parse(text))
    statement = module.tree.body[-1]
    assert isinstance(statement, ast.Expr)
    assert isinstance(statement.value, ast.Call)
    return remote_use(module, statement.value)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("import requests\nrequests.get('https://example.com/x')\n", "`example.com` is asked for something"),
        (
            "from urllib.request import urlopen\nURL = 'http://example.com'\nurlopen(URL)\n",
            "`example.com` is asked for something",
        ),
        ("import socket\nsocket.create_connection(('192.0.2.1', 80))\n", "This connects to `192.0.2.1`"),
        (
            "from torchvision import datasets\ndatasets.MNIST('data', download=True)\n",
            "`MNIST` is downloaded",
        ),
        (
            "import torchvision\ntorchvision.models.resnet18(weights='DEFAULT')\n",
            "The weights of this model are downloaded",
        ),
        ("from datasets import load_dataset\nload_dataset('imdb')\n", "The data set `imdb` is downloaded"),
        (
            "from transformers import AutoModel\nAutoModel.from_pretrained('bert-base-uncased')\n",
            "The model `bert-base-uncased` is downloaded",
        ),
        ("import torch\ntorch.hub.load('pytorch/vision', 'resnet18')\n", "The model `pytorch/vision` is downloaded"),
        (
            "from ray.train import RunConfig\nRunConfig(storage_path='s3://bucket/runs')\n",
            "Checkpoints are to be stored at `s3://...`",
        ),
        ("import ray\nray.data.read_parquet(['gs://bucket/a'])\n", "Data is read from `gs://...`"),
        ("import pandas as pd\npd.read_csv('https://example.com/x.csv')\n", "Data is read from `https://...`"),
    ],
)
def test_what_is_asked_of_another_machine_is_named(text: str, said: str) -> None:
    assert use(text) == said


@pytest.mark.parametrize(
    "text",
    [
        "import requests\nrequests.get('http://127.0.0.1:8000/x')\n",
        "import requests\nrequests.get(url)\n",
        "import socket\nsocket.create_connection(('localhost', 80))\n",
        "from torchvision import datasets\ndatasets.MNIST('data', download=False)\n",
        "from torchvision import datasets\ndatasets.FakeData()\n",
        "import torchvision\ntorchvision.models.resnet18(weights=None)\n",
        "import torchvision\ntorchvision.models.resnet18()\n",
        "from datasets import load_dataset\nload_dataset('csv', data_files='x.csv')\n",
        "from transformers import AutoModel\nAutoModel.from_pretrained('./mine')\n",
        "from transformers import AutoModel\nAutoModel.from_pretrained('bert', local_files_only=True)\n",
        "import torch\ntorch.hub.load('here', 'model', source='local')\n",
        "from ray.train import RunConfig\nRunConfig(storage_path='/tmp/runs')\n",
        "import ray\nray.data.read_parquet('rows')\n",
        "import requests\nrequests.get('https://[broken')\n",
        "print('https://example.com')\n",
    ],
)
def test_what_may_stay_on_this_machine_is_left_alone(text: str) -> None:
    assert use(text) is None
