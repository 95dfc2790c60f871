import ray
from packaging.version import Version
from ray import train

if Version(ray.__version__) < Version("2.7"):
    from ray.air import Checkpoint, session

    report = session.report
    make = Checkpoint.from_dict
else:
    report = train.report
    make = train.Checkpoint

print(report, make)
