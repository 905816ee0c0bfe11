"""Files of blocks, as W&B and SwanLab write them: what their decoders share."""
