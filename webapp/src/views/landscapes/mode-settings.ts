/** Settings of one mode of the view, apart from those of the others in the same address. */

import {
  defineSettings,
  type Described,
  type Setting,
  type Settings,
} from "../../state/settings.svelte";

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- the values differ by key
type Declared = Readonly<Record<string, Setting<any>>>;

/** @param prefix - of the keys in the address: `c` makes `c.palette` of `palette`. */
export function modeSettings<const D extends Declared>(prefix: string, declared: D): Settings<D> {
  const long = (key: string) => `${prefix}.${key}`;
  const keys = Object.keys(declared);
  const stored = defineSettings(
    "landscapes",
    Object.fromEntries(Object.entries(declared).map(([key, each]) => [long(key), each])),
  );
  return withShortKeys(stored, keys, long) as Settings<D>;
}

/** The same settings by the names that they have within their mode. */
function withShortKeys(
  stored: Settings<Declared>,
  keys: readonly string[],
  long: (key: string) => string,
): object {
  const settings = {};
  for (const key of keys) {
    Object.defineProperty(settings, key, {
      enumerable: true,
      get: () => stored[long(key)] as unknown,
      set: (value: unknown) => {
        Object.assign(stored, { [long(key)]: value });
      },
    });
  }
  const described: Pick<Described, "viewId" | "written"> & Record<"apart" | "reset", unknown> = {
    viewId: stored.viewId,
    written: () => stored.written(),
    apart: (texts: Readonly<Record<string, string>>, onchange: () => void) =>
      withShortKeys(stored.apart(texts, onchange), keys, long),
    reset: (only?: string) => stored.reset(only === undefined ? undefined : long(only)),
  };
  for (const [key, value] of Object.entries(described)) {
    Object.defineProperty(settings, key, { value });
  }
  return settings;
}
