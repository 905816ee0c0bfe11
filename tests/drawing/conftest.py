from tests.unhurried import hurried, unhurried

__all__ = ["hurried", "unhurried"]
