/** What is the difference between two numbers, and how is it written? */

import { shortNumber } from "./numbers";

export interface NumberChange {
  /** Above 0: it became more. */
  readonly by: number;
  /** Of the size of what it was; null: that was zero. */
  readonly share: number | null;
}

/** A share from here on is no help: `+1900 %`. */
const MOST_SHARE = 10;

/** @returns null: one of them is no finite number, or the difference is none. */
export function changeOf(from: number, to: number): NumberChange | null {
  const by = to - from;
  if (!Number.isFinite(by)) return null;
  const share = by / Math.abs(from);
  return { by, share: Number.isFinite(share) ? share : null };
}

/** With its sign: `+0.12`, `−3`, `0`. */
export function signedNumber(value: number, digits = 4): string {
  const text = shortNumber(Math.abs(value), digits);
  if (value === 0 || Number.isNaN(value)) return text;
  return value > 0 ? `+${text.replace("+", "")}` : `−${text.replace("+", "")}`;
}

/** `+30 %`; empty where that says nothing. */
export function shareText({ by, share }: NumberChange): string {
  if (by === 0 || share === null || Math.abs(share) >= MOST_SHARE) return "";
  return `${signedNumber(share * 100, 2)} %`;
}

/** `+0.12 (+30 %)` */
export function changeWithShare(change: NumberChange, digits = 4): string {
  const share = shareText(change);
  return signedNumber(change.by, digits) + (share === "" ? "" : ` (${share})`);
}
