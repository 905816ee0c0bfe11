"""What runs have logged: points, records, and what is drawn of them."""
