from ray import train


def train_loop():
    rank = train.get_context().get_world_rank()
    for epoch in range(3):
        for step in range(10):
            if rank != 0:
                continue
            print(step)
        train.report({"epoch": epoch})
