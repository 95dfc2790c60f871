x = 1
if x:
    print(1)
else if not x:
    print(2)
