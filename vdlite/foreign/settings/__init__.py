"""Files with what a run was given, which lie beside its logs."""
