"""Files with rows of numbers and lines of values, as trainers and loops write them."""
