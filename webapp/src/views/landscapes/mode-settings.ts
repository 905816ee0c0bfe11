/** Settings of one mode of the view, apart from those of the others in the same address. */

import { defineSettings, type Setting, type Settings } from "../../state/settings.svelte";

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
  Object.defineProperty(settings, "reset", {
    value: (only?: string) => stored.reset(only === undefined ? undefined : long(only)),
  });
  return settings as Settings<D>;
}
