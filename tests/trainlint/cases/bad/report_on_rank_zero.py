from ray import train as t
from ray.train import report as tell


def train_loop():
    ctx = t.get_context()
    world_rank, world_size = ctx.get_world_rank(), ctx.get_world_size()
    is_main = world_rank == 0
    for epoch in range(3):
        if is_main and epoch % 2 == 0:
            t.report({"epoch": epoch})
        if world_rank == world_size - 1:
            tell({"epoch": epoch})
        if not world_rank:
            tell({"epoch": epoch})
