try:
    print(1)
except ValueError, TypeError:
    print(2)
