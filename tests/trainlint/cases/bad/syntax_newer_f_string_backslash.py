lines = ["a", "b"]
print(f"{'\n'.join(lines)}")
