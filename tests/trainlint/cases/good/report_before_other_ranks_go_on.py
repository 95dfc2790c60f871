from ray import train


def train_loop():
    context = train.get_context()
    for epoch in range(3):
        train.report({"epoch": epoch})
        if context.get_world_rank() != 0:
            continue
        print("only rank 0 prints", epoch)
