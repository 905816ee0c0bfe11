import { expect, test } from "vitest";
import { soundOf } from "./wav";

/** A WAV file with these bytes as samples, and a chunk that nobody knows before them. */
function wav(channels: number, bits: number, data: ArrayLike<number>): ArrayBuffer {
  const bytes = new Uint8Array(44 + 10 + data.length);
  const view = new DataView(bytes.buffer);
  const text = (at: number, word: string): void =>
    bytes.set(
      [...word].map((sign) => sign.charCodeAt(0)),
      at,
    );
  text(0, "RIFF");
  text(8, "WAVE");
  text(12, "odd ");
  view.setUint32(16, 1, true);
  text(22, "fmt ");
  view.setUint32(26, 16, true);
  view.setUint16(30, 1, true);
  view.setUint16(32, channels, true);
  view.setUint32(34, 8000, true);
  view.setUint16(44, bits, true);
  text(46, "data");
  view.setUint32(50, data.length, true);
  bytes.set(Uint8Array.from(data), 54);
  return bytes.buffer;
}

const raw = (values: Int16Array | Int32Array | Uint8Array): Uint8Array =>
  new Uint8Array(values.buffer);

test("samples of 8, 16 and 32 bits are from -1 to 1", () => {
  expect(soundOf(wav(1, 8, [0, 128, 192])).channels[0]).toEqual(new Float32Array([-1, 0, 0.5]));
  const short = raw(new Int16Array([-32768, 0, 16384]));
  expect(soundOf(wav(1, 16, short)).channels[0]).toEqual(new Float32Array([-1, 0, 0.5]));
  const long = raw(new Int32Array([-2147483648, 0, 1073741824]));
  expect(soundOf(wav(1, 32, long)).channels[0]).toEqual(new Float32Array([-1, 0, 0.5]));
});

test("channels are kept apart", () => {
  const sound = soundOf(wav(2, 16, raw(new Int16Array([16384, -16384, 8192, -8192]))));
  expect(sound.rate).toBe(8000);
  expect(sound.channels).toEqual([new Float32Array([0.5, 0.25]), new Float32Array([-0.5, -0.25])]);
});

test("no samples are no sound, not an error", () => {
  expect(soundOf(wav(1, 16, [])).channels).toEqual([new Float32Array()]);
});

test("a file that is cut short gives what is there", () => {
  const file = wav(1, 16, raw(new Int16Array([16384, 8192, 4096])));
  expect(soundOf(file.slice(0, -3)).channels[0]).toEqual(new Float32Array([0.5]));
});

test.each([
  new ArrayBuffer(0),
  new ArrayBuffer(100),
  wav(1, 24, [0, 0, 0]),
  wav(1, 8, []).slice(0, 40),
])("what is no such file is refused", (file) => {
  expect(() => soundOf(file)).toThrow();
});
