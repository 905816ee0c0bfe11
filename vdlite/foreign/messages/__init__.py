"""Files of messages of protocol buffers: what the decoders of TensorBoard's and VisualDL's share."""
