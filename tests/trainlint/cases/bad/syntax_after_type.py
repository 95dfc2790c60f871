name = f(type(3)__name__)
