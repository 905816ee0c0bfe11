/** Boards in links: packed, since addresses that are long are cut by what passes them on. */

import { deflateSync, inflateSync } from "fflate";
import type { Codec } from "../codec";
import type { Board } from "./boards";
import { boardCodec } from "./codec";

/** Bytes of a board's JSON; more than any board of the page has. */
const MOST_BYTES = 1 << 22;
/** Of a packed one: unpacking goes through all that it stands for, also behind what is taken. */
const MOST_TEXT = 1 << 18;
/** A packed one begins otherwise than JSON. */
const JSON_BEGIN = "{";

/** Bytes as letters, digits, `-` and `_`: what an address holds as it is. */
function toText(bytes: Uint8Array): string {
  const letters = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  return btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

function fromText(text: string): Uint8Array {
  const letters = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
}

/** Reads what older pages wrote, too, which is plain JSON. */
export const linkCodec: Codec<Board> = {
  parse(text) {
    if (text.startsWith(JSON_BEGIN)) return boardCodec.parse(text);
    if (text.length > MOST_TEXT) return undefined;
    try {
      // One byte more than is taken, so that what is longer differs from what is as long.
      const json = inflateSync(fromText(text), { out: new Uint8Array(MOST_BYTES + 1) });
      if (json.length > MOST_BYTES) return undefined;
      return boardCodec.parse(new TextDecoder().decode(json));
    } catch {
      return undefined;
    }
  },
  format: (board) =>
    toText(deflateSync(new TextEncoder().encode(boardCodec.format(board)), { level: 9 })),
};
