import json
import os.path as path, sys
from ray.train import ScalingConfig as Config, report


def train_loop():
    unused = 1
    print(f"é {undefined_name}", sys.argv)
    report({"loss": other_name})


def train_loop():
    global counter
    try:
        print(counter)
    except ValueError as error:
        pass
