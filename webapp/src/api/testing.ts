/** Columns as the server sends them, for tests. */

export function column(dtype: string, items: ArrayBufferView) {
  return { dtype, data: new Uint8Array(items.buffer, items.byteOffset, items.byteLength) };
}

export const f8 = (...values: number[]) => column("f8", Float64Array.from(values));
export const i8 = (...values: number[]) => column("i8", BigInt64Array.from(values.map(BigInt)));
