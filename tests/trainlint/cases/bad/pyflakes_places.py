def f(first: Later, second: "Later" = None):
    yield first
    return second


class Later:
    pass


return 1
break
PythonFinalizationError
