"""Studies of Optuna, in databases and in journals."""
