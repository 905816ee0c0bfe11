/** Keeps what is costly to make for as long as what it is made of stays. */

/** Makes a value, or gives the last one where every part of the key is the same as then. */
export type Memo<T> = (key: readonly unknown[], make: () => T) => T;

export function memo<T>(): Memo<T> {
  let last: { readonly key: readonly unknown[]; readonly value: T } | null = null;
  return (key, make) => {
    if (last === null || !isSame(last.key, key)) last = { key, value: make() };
    return last.value;
  };
}

/** One memo for each of many objects, for as long as they live. */
export function memoOf<K extends object, T>(): (of: K, ...rest: Parameters<Memo<T>>) => T {
  const memos = new WeakMap<K, Memo<T>>();
  return (of, key, make) => {
    const own = memos.get(of) ?? memo<T>();
    memos.set(of, own);
    return own(key, make);
  };
}

function isSame(one: readonly unknown[], other: readonly unknown[]): boolean {
  return one.length === other.length && one.every((part, i) => Object.is(part, other[i]));
}
