/** How many pixels of a PNG file are an inch: programs that set pages go by it. */

/** A chunk's length, its name, and its checksum take 12 bytes; pHYs holds 9 in between. */
const chunkSize = 21;
/** The signature, and the chunk IHDR, which has to be the first. */
const start = 33;
const inch = 0.0254;

/** @param png - without a chunk pHYs, as browsers write it. @returns the same with one. */
export function withDensity(png: Uint8Array<ArrayBuffer>, dpi: number): Uint8Array<ArrayBuffer> {
  const out = new Uint8Array(png.length + chunkSize);
  out.set(png.subarray(0, start));
  const view = new DataView(out.buffer, start, chunkSize);
  const perMeter = Math.round(dpi / inch);
  view.setUint32(0, 9);
  out.set(new TextEncoder().encode("pHYs"), start + 4);
  view.setUint32(8, perMeter);
  view.setUint32(12, perMeter);
  view.setUint8(16, 1); // the unit is the meter
  view.setUint32(17, crc32(out.subarray(start + 4, start + 17)));
  out.set(png.subarray(start), start + chunkSize);
  return out;
}

/** The checksum of PNG (ISO 3309), bit by bit: what it is of is short. */
export function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return (crc ^ 0xffffffff) >>> 0;
}
