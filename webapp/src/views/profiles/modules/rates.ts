/** Floating point operations in a second: how many there were, by how long they took in nanoseconds. NaN: unknown. */
export function rates(flops: Float64Array, ns: Float64Array): Float64Array {
  return flops.map((count, i) => {
    const time = ns[i] ?? 0;
    return count > 0 && time > 0 ? count / (time / 1e9) : NaN;
  });
}
