from math import *

x = {"a": 1, "a": 2}
if (x, 1):
    print("%s %s" % (1,), "{} {b}".format(1), f"plain")
assert (x, "always true")
print(x is "text", sqrt(2))
raise NotImplemented
