from ray import train


def train_loop():
    rank = train.get_context().get_world_rank()
    if rank != 0:
        train.report({"loss": 0.0})
        return
    print("only rank 0 comes here")
    train.report({"loss": 0.0})
