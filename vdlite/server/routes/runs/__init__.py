"""The runs themselves: their tags, files and damage, and what people add to them."""
