"""What a program prints, as it is left on a screen: bytes in, lines and records out. Knows no program and no writer."""
