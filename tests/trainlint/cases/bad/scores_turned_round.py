from ray import train

ATTRIBUTE = "eval/mse"
errors = train.CheckpointConfig(3, ATTRIBUTE, "max")
accuracy = train.CheckpointConfig(
    num_to_keep=1, checkpoint_score_attribute="val_acc", checkpoint_score_order='min'
)
