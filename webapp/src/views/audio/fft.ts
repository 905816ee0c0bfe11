/** The discrete Fourier transform: iterative, radix 2 (Cooley and Tukey, 1965). */

/**
 * Transforms in place.
 * @param real - [N], N a power of two.
 * @param imaginary - [N].
 */
export function transform(real: Float64Array, imaginary: Float64Array): void {
  const size = real.length;
  for (let i = 1, j = 0; i < size; i++) {
    let bit = size >> 1;
    for (; (j & bit) !== 0; bit >>= 1) j ^= bit;
    j ^= bit;
    if (i < j) {
      swap(real, i, j);
      swap(imaginary, i, j);
    }
  }
  for (let half = 1; half < size; half *= 2) {
    const angle = -Math.PI / half;
    for (let k = 0; k < half; k++) {
      const [c, s] = [Math.cos(angle * k), Math.sin(angle * k)];
      for (let i = k; i < size; i += 2 * half) {
        const [re, im] = [real[i + half] ?? 0, imaginary[i + half] ?? 0];
        const [x, y] = [re * c - im * s, re * s + im * c];
        const [u, v] = [real[i] ?? 0, imaginary[i] ?? 0];
        real[i] = u + x;
        imaginary[i] = v + y;
        real[i + half] = u - x;
        imaginary[i + half] = v - y;
      }
    }
  }
}

function swap(values: Float64Array, i: number, j: number): void {
  const held = values[i] ?? 0;
  values[i] = values[j] ?? 0;
  values[j] = held;
}
