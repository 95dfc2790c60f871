"""What runs inside the sandbox: it watches Ray Train and tells the host. The only place that imports ray and torch.

What it changes of plain Ray and torch, so that a run is seen soon and ends when it is over. What a learner could notice
is said at the start of each run (`differences.py`).

    health-check interval            0.02 s, not 2 s: each `train.report` waits for it       cluster.py
    logical CPUs                     a fixed number, not the machine's                       cluster.py
    print patch                      off: workers' output comes by its own way               cluster.py
    process-group shutdown           2 s, not 30 s, for peers that hang                      cluster.py
    preemption watcher               off: no node is ever taken away                         cluster.py
    autoscaler monitor, dashboard    off: one node, nobody to look                           cluster.py
    arguments of `ray.init`          those that size a cluster are dropped, and said         connection.py
    Ray workers                      forked, where nothing unusual is asked of them          zygote.py, request.py
    rendezvous of torch              ranks look every 3 ms whether rank 0 listens            rendezvous.py
    placement-group cleaner          woken when told to stop, not within its second          cleaner.py
    exit of the program              Ray is not shut down politely; the sandbox ends         program.py
"""
