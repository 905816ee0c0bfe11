/**
 * The program in a .pt2 file: an archive (zip) with what it is made of as JSON, without weights and pickles.
 *
 * The parts are copied as they are, packed or not; only the directory at the end is made anew.
 * See https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT.
 */

import { bytesOf, uint64, viewOf } from "./bytes";
import type { ModelFileSource } from "./model-file";

const END = 0x06054b50;
const END_64 = 0x06064b50;
const LOCATOR_64 = 0x07064b50;
const ENTRY = 0x02014b50;
const LOCAL = 0x04034b50;
const LONGEST_END = 22 + 0xffff;
const FULL = 0xffffffff;

interface Entry {
  readonly name: Uint8Array;
  readonly head: Uint8Array; // of the directory, up to the name
  readonly packed: number;
  readonly size: number;
  readonly offset: number;
}

export async function programOf(file: ModelFileSource): Promise<Blob> {
  const wanted = (await entriesOf(file)).filter(({ name }) =>
    isWanted(new TextDecoder().decode(name)),
  );
  const parts: (Blob | ArrayBuffer)[] = [];
  const directory: ArrayBuffer[] = [];
  let at = 0;
  for (const entry of wanted) {
    const local = viewOf(await bytesOf(file, entry.offset, entry.offset + 30));
    if (local.getUint32(0, true) !== LOCAL)
      throw new RangeError("no part where the directory says");
    const start = entry.offset + 30 + local.getUint16(26, true) + local.getUint16(28, true);
    const head = entry.head.slice();
    const view = viewOf(head);
    view.setUint32(20, entry.packed, true);
    view.setUint32(24, entry.size, true);
    view.setUint16(30, 0, true); // no extra fields
    view.setUint16(32, 0, true); // no remark
    view.setUint32(42, at, true);
    const own = new Uint8Array(30 + entry.name.length);
    own.set(head.subarray(4 + 2, 4 + 2 + 26), 4); // the same fields, without the version that made it
    viewOf(own).setUint32(0, LOCAL, true);
    viewOf(own).setUint16(6, view.getUint16(8, true) & ~8, true); // sizes stand here, not behind
    viewOf(own).setUint16(28, 0, true);
    view.setUint16(8, view.getUint16(8, true) & ~8, true);
    own.set(entry.name, 30);
    parts.push(own.buffer, file.slice(start, start + entry.packed));
    directory.push(joined(head, entry.name));
    at += own.length + entry.packed;
  }
  const length = directory.reduce((sum, { byteLength }) => sum + byteLength, 0);
  const end = new DataView(new ArrayBuffer(22));
  end.setUint32(0, END, true);
  end.setUint16(8, wanted.length, true);
  end.setUint16(10, wanted.length, true);
  end.setUint32(12, length, true);
  end.setUint32(16, at, true);
  return new Blob([...parts, ...directory, end.buffer]);
}

function isWanted(name: string): boolean {
  return name.endsWith(".json") && !name.includes("sample_inputs");
}

function joined(first: Uint8Array, second: Uint8Array): ArrayBuffer {
  const made = new Uint8Array(first.length + second.length);
  made.set(first);
  made.set(second, first.length);
  return made.buffer;
}

async function entriesOf(file: ModelFileSource): Promise<Entry[]> {
  const { start, end } = await directoryOf(file);
  const bytes = await bytesOf(file, start, end);
  const view = viewOf(bytes);
  const found: Entry[] = [];
  for (let at = 0; at + 46 <= bytes.length && view.getUint32(at, true) === ENTRY;) {
    const names = view.getUint16(at + 28, true);
    const extras = view.getUint16(at + 30, true);
    const remark = view.getUint16(at + 32, true);
    const extra = at + 46 + names;
    const large = sizesOf64(view, extra, Math.min(extra + extras, bytes.length));
    const take = (value: number) => (value === FULL ? (large.shift() ?? value) : value);
    const size = take(view.getUint32(at + 24, true));
    const packed = take(view.getUint32(at + 20, true));
    const offset = take(view.getUint32(at + 42, true));
    if (isSmall(size) && isSmall(packed)) {
      const name = bytes.slice(at + 46, at + 46 + names);
      found.push({ name, head: bytes.slice(at, at + 46), packed, size, offset });
    }
    at = extra + extras + remark;
  }
  return found;
}

function isSmall(size: number): boolean {
  return size < FULL;
}

/** What the extra field of large archives holds, in its order. */
function sizesOf64(view: DataView, from: number, to: number): number[] {
  for (let at = from; at + 4 <= to; at += 4 + view.getUint16(at + 2, true)) {
    if (view.getUint16(at, true) !== 1) continue;
    const end = Math.min(at + 4 + view.getUint16(at + 2, true), to);
    const found: number[] = [];
    for (let place = at + 4; place + 8 <= end; place += 8) found.push(uint64(view, place));
    return found;
  }
  return [];
}

async function directoryOf(file: ModelFileSource): Promise<{ start: number; end: number }> {
  const from = Math.max(0, file.size - LONGEST_END);
  const view = viewOf(await bytesOf(file, from, file.size));
  for (let at = view.byteLength - 22; at >= 0; at--) {
    if (view.getUint32(at, true) !== END) continue;
    const start = view.getUint32(at + 16, true);
    const length = view.getUint32(at + 12, true);
    if (start < FULL && length < FULL) return { start, end: start + length };
    if (at < 20 || view.getUint32(at - 20, true) !== LOCATOR_64) break;
    const place = uint64(view, at - 20 + 8);
    const large = viewOf(await bytesOf(file, place, place + 56));
    if (large.getUint32(0, true) !== END_64) break;
    const begin = uint64(large, 48);
    return { start: begin, end: begin + uint64(large, 40) };
  }
  throw new RangeError("not an archive");
}
