"""Protocol buffers without their library: fields of messages, and the messages in which TensorBoard's logs come."""
