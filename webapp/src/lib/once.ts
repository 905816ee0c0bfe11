/** What is computed once for each object, and forgotten with it. */

export function once<K extends object, V>(make: (of: K) => V): (of: K) => V {
  const known = new WeakMap<K, { readonly made: V }>();
  return (of) => {
    let found = known.get(of);
    if (found === undefined) known.set(of, (found = { made: make(of) }));
    return found.made;
  };
}
