"""Files that a program reads and nobody wrote."""

from __future__ import annotations

import pytest

from trainlint import lint
from trainlint.cluster import Cluster

HEAD = "import numpy as np\nimport pandas as pd\nimport ray\nimport torch\nprint(ray, np, pd, torch)\n"
EMPTY = Cluster({"CPU": 4.0}, files=False)


def missing(body: str) -> list[int]:
    """The lines of `body`, from 1, that read what is not there."""
    found = lint(HEAD + body, cluster=EMPTY)
    return [diagnostic.line - HEAD.count("\n") for diagnostic in found if diagnostic.code == "RTL232"]


@pytest.mark.parametrize(
    "body",
    [
        "open('rows.txt').read()\n",
        "pd.read_csv('data/train.csv')\n",
        "ray.data.read_parquet('/mnt/data/rows')\n",
        "torch.load('~/model.pt')\n",
        "np.load('/content/rows.npy')\n",
    ],
)
def test_a_literal_path_that_nobody_wrote_is_found(body: str) -> None:
    assert missing(body) == [1]


@pytest.mark.parametrize(
    "body",
    [
        "np.save('rows.npy', 1)\nnp.load('rows.npy')\n",
        "import os\nos.makedirs('data')\npd.read_csv('data/train.csv')\n",
        "open('rows.txt', 'w').write('1')\n",
        "open('rows.txt', 'a+').read()\n",
        "open('/etc/hostname').read()\n",
        "open('/proc/self/status').read()\n",
        "open('scratch.py').read()\n",
        "try:\n    open('rows.txt')\nexcept FileNotFoundError:\n    pass\n",
        "import os\nif os.path.exists('x'):\n    open('rows.txt')\n",
        "import subprocess\nsubprocess.run(['make'])\nopen('rows.txt')\n",
        "path = input()\nopen(path)\n",
        "open('../rows.txt')\n",
        "ray.data.read_parquet('s3://bucket/rows')\n",
    ],
)
def test_what_may_be_there_is_left_alone(body: str) -> None:
    assert missing(body) == []


def test_where_files_may_lie_nothing_is_said() -> None:
    assert [found.code for found in lint(HEAD + "open('rows.txt')\n", cluster=Cluster(files=True))] == []
