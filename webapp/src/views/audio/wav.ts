/** Samples out of WAV files of whole numbers, as vdlite writes them. */

export interface Sound {
  readonly rate: number;
  readonly bits: number;
  /** One per channel, all of one length; from -1 to 1. */
  readonly channels: readonly Float32Array[];
}

const PCM = 1;

/** @throws Error if the file is none such. */
export function soundOf(file: ArrayBuffer): Sound {
  const view = new DataView(file);
  if (file.byteLength < 12 || name(view, 0) !== "RIFF" || name(view, 8) !== "WAVE") {
    throw new Error("this is no WAV file");
  }
  let format: { channels: number; rate: number; bits: number } | null = null;
  for (let at = 12; at + 8 <= file.byteLength;) {
    const size = view.getUint32(at + 4, true);
    if (name(view, at) === "fmt ") {
      if (view.getUint16(at + 8, true) !== PCM) throw new Error("this WAV file is not plain PCM");
      format = {
        channels: view.getUint16(at + 10, true),
        rate: view.getUint32(at + 12, true),
        bits: view.getUint16(at + 22, true),
      };
    } else if (name(view, at) === "data" && format !== null) {
      const bytes = Math.min(size, file.byteLength - at - 8);
      return { rate: format.rate, bits: format.bits, channels: split(view, at + 8, bytes, format) };
    }
    at += 8 + size + (size % 2);
  }
  throw new Error("this WAV file has no samples");
}

function name(view: DataView, at: number): string {
  return String.fromCharCode(...[0, 1, 2, 3].map((i) => view.getUint8(at + i)));
}

function split(
  view: DataView,
  start: number,
  bytes: number,
  { channels, bits }: { channels: number; bits: number },
): Float32Array[] {
  const read = readers[bits];
  if (read === undefined) throw new Error(`samples of ${bits} bits are not known`);
  const width = bits / 8;
  const frames = Math.floor(bytes / (width * channels));
  const out = Array.from({ length: channels }, () => new Float32Array(frames));
  let at = start;
  for (let frame = 0; frame < frames; frame++) {
    for (const channel of out) {
      channel[frame] = read(view, at);
      at += width;
    }
  }
  return out;
}

const readers: Readonly<Record<number, (view: DataView, at: number) => number>> = {
  8: (view, at) => (view.getUint8(at) - 128) / 128,
  16: (view, at) => view.getInt16(at, true) / 32768,
  32: (view, at) => view.getInt32(at, true) / 2147483648,
};
