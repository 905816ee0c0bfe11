/** The parts of a run's name. */

/** The store that a name may begin with, where two logdirs have one name. */
const STORE = /^[a-z][a-z0-9+.-]+:\/\/[^/]*/i;

/** What slashes divide; a store such as `s3://bucket` is one part. */
export function pathParts(path: string): string[] {
  const store = STORE.exec(path)?.[0];
  if (store === undefined || store === path) return path.split("/");
  return [store, ...path.slice(store.length + 1).split("/")];
}
