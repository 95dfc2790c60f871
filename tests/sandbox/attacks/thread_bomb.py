"""Starts threads until it is refused."""

import threading


def allowed_a_few_threads(targets):
    for _ in range(10):
        thread = threading.Thread(target=int)
        thread.start()
        thread.join()
    return True


def threads(targets):
    threading.stack_size(64 * 1024)
    stop = threading.Event()
    count = 0
    try:
        while count < 5000:
            threading.Thread(target=stop.wait, daemon=True).start()
            count += 1
        return count
    except RuntimeError:
        return {"refused_after": count}
    finally:
        stop.set()
