from ray.train import trainer
from ray.train.data_parallel_trainer import DataParallelTrainer as Parallel


class Quiet(Parallel):
    def training_loop(self):
        print("training")


class Plain(trainer.BaseTrainer):
    def training_loop(self):
        print("training")


print(Quiet, Plain)
