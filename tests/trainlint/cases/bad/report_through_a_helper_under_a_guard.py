from ray import train


def log(metrics):
    print(metrics)
    train.report(metrics)


def is_main(rank):
    return rank == 0


def log_on_main(rank, metrics):
    if rank == 0:
        train.report(metrics)


def train_loop():
    rank = train.get_context().get_world_rank()
    if is_main(rank):
        log({"loss": 0.0})
    log_on_main(rank, {"loss": 0.0})
    log({"loss": 1.0}) if rank == 0 else None
    rank == 0 and log({"loss": 2.0})
