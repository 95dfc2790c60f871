from ray import train


def train_loop(config):
    rank = train.get_context().get_world_rank()
    for epoch in range(3):
        if epoch % 2 == 0:
            train.report({"epoch": epoch})
        if rank < train.get_context().get_world_size():
            train.report({"epoch": epoch})
        if rank == config["main_rank"]:
            print("whether this is a guard only the configuration knows")
