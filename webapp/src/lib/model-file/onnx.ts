/**
 * A model of ONNX without the numbers of its weights: their names and shapes stay.
 *
 * Fields are those of https://github.com/onnx/onnx/blob/main/onnx/onnx.proto.
 */

import { bytesOf } from "./bytes";
import type { ModelFileSource } from "./model-file";

const GRAPH = 7; // of a model
const WEIGHT = 5; // of a graph
const LENGTH_DELIMITED = 2;
const HEAD = 20; // bytes that a field's number and length may take

/** Fields of a weight that stay: its sizes, type and name. */
const KEPT = new Set([1, 2, 8]);

interface Field {
  readonly number: number;
  readonly type: number;
  /** Where the field, its content, and what is behind it begin. */
  readonly start: number;
  readonly content: number;
  readonly end: number;
}

export async function withoutWeights(file: ModelFileSource): Promise<Blob> {
  const parts: BlobPart[] = [];
  for await (const field of fieldsOf(file, 0, file.size)) {
    if (field.number === GRAPH && field.type === LENGTH_DELIMITED) {
      const graph = await graphWithoutWeights(file, field.content, field.end);
      parts.push(head(GRAPH, graph.size), graph);
    } else {
      parts.push(file.slice(field.start, field.end));
    }
  }
  return new Blob(parts);
}

async function graphWithoutWeights(
  file: ModelFileSource,
  start: number,
  end: number,
): Promise<Blob> {
  const parts: BlobPart[] = [];
  for await (const field of fieldsOf(file, start, end)) {
    if (field.number === WEIGHT && field.type === LENGTH_DELIMITED) {
      const kept: BlobPart[] = [];
      for await (const inner of fieldsOf(file, field.content, field.end)) {
        if (KEPT.has(inner.number)) kept.push(file.slice(inner.start, inner.end));
      }
      const weight = new Blob(kept);
      parts.push(head(WEIGHT, weight.size), weight);
    } else {
      parts.push(file.slice(field.start, field.end));
    }
  }
  return new Blob(parts);
}

/** The fields from `start` to `end`; what is large is stepped over. @throws RangeError where there are none. */
async function* fieldsOf(file: ModelFileSource, start: number, end: number): AsyncGenerator<Field> {
  const read = buffered(file, end);
  for (let at = start; at < end;) {
    const bytes = await read(at);
    const [key, first] = varint(bytes, 0);
    const type = key % 8;
    let content = at + first;
    let after: number;
    if (type === LENGTH_DELIMITED) {
      const [length, next] = varint(bytes, first);
      content = at + next;
      after = content + length;
    } else if (type === 0) {
      after = at + varint(bytes, first)[1];
    } else if (type === 1 || type === 5) {
      after = content + (type === 1 ? 8 : 4);
    } else {
      throw new RangeError(`a field of type ${type}`);
    }
    if (after > end) throw new RangeError("a field that is longer than what it is in");
    yield { number: Math.floor(key / 8), type, start: at, content, end: after };
    at = after;
  }
}

const PIECE = 1 << 16;

/** Gives the bytes at a place, at least as many as the head of a field takes; reads a piece of the file at a time. */
function buffered(file: ModelFileSource, end: number): (at: number) => Promise<Uint8Array> {
  let piece = new Uint8Array();
  let from = 0;
  return async (at) => {
    const isThere = at >= from && Math.min(at + HEAD, end) <= from + piece.length;
    if (!isThere) {
      piece = new Uint8Array(await bytesOf(file, at, Math.min(at + PIECE, end)));
      from = at;
    }
    return piece.subarray(at - from);
  };
}

/** A number, and where the next thing begins. */
function varint(bytes: Uint8Array, at: number): [value: number, next: number] {
  let value = 0;
  for (let shift = 0; shift < 10; shift++) {
    const byte = bytes[at + shift];
    if (byte === undefined) break;
    value += (byte & 0x7f) * 2 ** (7 * shift);
    if (byte < 0x80) return [value, at + shift + 1];
  }
  throw new RangeError("a number without an end");
}

function head(number: number, length: number): Uint8Array<ArrayBuffer> {
  const bytes = [number * 8 + LENGTH_DELIMITED];
  let rest = length;
  for (; rest >= 0x80; rest = Math.floor(rest / 0x80)) bytes.push((rest % 0x80) + 0x80);
  bytes.push(rest);
  return new Uint8Array(bytes);
}
