print(
    sep=,
)
