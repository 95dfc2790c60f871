from pathlib import Path

from ray.train import RunConfig

NAME = "first"
by_name = RunConfig(name="a", storage_path=f"results/{NAME}")
by_path = RunConfig("b", str(Path("results") / NAME))
