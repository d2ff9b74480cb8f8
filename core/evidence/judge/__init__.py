"""Who may judge what no exact check can decide: the model at work, or a local entailment model."""
