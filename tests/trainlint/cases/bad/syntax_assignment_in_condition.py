rank = 0
if rank = 0:
    print(rank)
