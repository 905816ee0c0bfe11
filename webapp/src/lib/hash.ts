/** The address behind `#`: `#/scalars?smoothing=0.6&runs=a,b`. */

export interface Address {
  /** Id of the view; empty for none. */
  readonly view: string;
  /** null: the address says nothing about the state, so what is remembered counts. */
  readonly params: ReadonlyMap<string, string> | null;
}

/** Views of older links that are parts of others now. */
const moved: Readonly<Record<string, string>> = { boards: "overview" };

export function parseHash(hash: string): Address {
  const text = hash.replace(/^#\/?/, "");
  const mark = text.indexOf("?");
  const named = mark < 0 ? text : text.slice(0, mark);
  const view = Object.hasOwn(moved, named) ? (moved[named] ?? named) : named;
  if (mark < 0) return { view, params: null };
  return {
    view,
    params: new Map(new URLSearchParams(text.slice(mark + 1))),
  };
}

/** Commas and slashes stay readable; they need no escape behind `#`. */
function escape(text: string): string {
  return encodeURIComponent(text).replace(/%2C/g, ",").replace(/%2F/g, "/").replace(/%3A/g, ":");
}

/** A `?` without parameters says that everything has its default. */
export function formatHash(view: string, params: Iterable<readonly [string, string]>): string {
  const pairs = [...params].map(([key, value]) => `${escape(key)}=${escape(value)}`);
  return `#/${view}?${pairs.join("&")}`;
}
