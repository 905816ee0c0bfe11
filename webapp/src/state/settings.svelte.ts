/** Settings: typed, reactive, remembered by the browser and carried by links. */

import type { Codec } from "../lib/codec";
import { recall, remember } from "../lib/storage";
import { url } from "./url.svelte";

export interface Setting<T> extends Codec<T> {
  readonly initial: T;
  /** In the address, so that a link carries it. */
  readonly link: boolean;
  /** In the browser's storage, so that the next visit starts with it. */
  readonly store: boolean;
}

/** @param keep - where the value is kept; both places unless told. */
export function setting<T>(
  initial: T,
  codec: Codec<T>,
  keep: { readonly link?: boolean; readonly store?: boolean } = {},
): Setting<T> {
  const { parse, format } = codec;
  return { initial, parse, format, link: keep.link ?? true, store: keep.store ?? true };
}

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- the values differ by key
type Declared = Readonly<Record<string, Setting<any>>>;

export type Settings<D extends Declared> = {
  -readonly [K in keyof D]: D[K] extends Setting<infer T> ? T : never;
} & Described & {
    /** Back to the initial values: of one key, or of all. */
    reset(key?: keyof D): void;
  };

/** Settings as texts, and settings made of such texts. */
export interface Described {
  /** Id of the view that they belong to; null: the shell's. */
  readonly viewId: string | null;
  /** As a link has them: those that differ from their initial values. Reactive. */
  written(): Readonly<Record<string, string>>;
  /**
   * The same settings with values of their own, which neither the address nor the browser keeps.
   * @param texts - as `written` gives them; what they leave out has its initial value.
   * @param onchange - told after each change.
   */
  apart(texts: Readonly<Record<string, string>>, onchange: () => void): this;
}

/**
 * Settings that are read and assigned like fields, and are reactive.
 *
 * An address that carries state is the whole truth: what it leaves out has its initial value, so
 * that a link shows the same to everyone. Without it, what was remembered counts.
 *
 * @param view - id of the view that they belong to; null for the shell's, which every link carries.
 */
export function defineSettings<const D extends Declared>(
  view: string | null,
  declared: D,
): Settings<D> {
  const storageKey = (key: string) => `${view ?? "shell"}.${key}`;
  const keys = Object.keys(declared) as (keyof D & string)[];
  const of = (key: keyof D) => declared[key] as Setting<unknown>;

  const parsed = (key: keyof D, text: string | null | undefined) => {
    const value = typeof text === "string" ? of(key).parse(text) : undefined;
    return value === undefined ? of(key).initial : value;
  };

  /** @param firstOf - the text that a value is made of. @param onassign - told after each change. */
  const made = (
    firstOf: (key: keyof D & string) => string | null | undefined,
    onassign: (key: keyof D & string) => void,
  ) => {
    const values = $state<Record<string, unknown>>({});
    const settings = {} as Settings<D>;
    const assign = (key: keyof D & string, value: unknown) => {
      values[key] = value;
      onassign(key);
    };
    for (const key of keys) {
      values[key] = parsed(key, firstOf(key));
      Object.defineProperty(settings, key, {
        enumerable: true,
        get: () => values[key],
        set: (value: unknown) => {
          assign(key, value);
        },
      });
    }
    const textOf = (key: keyof D) => of(key).format(values[key as string]);
    const isInitial = (key: keyof D) => textOf(key) === of(key).format(of(key).initial);
    const linked = () => keys.filter((key) => of(key).link && !isInitial(key));
    const more: PropertyDescriptorMap = {
      viewId: { value: view },
      written: { value: () => Object.fromEntries(linked().map((key) => [key, textOf(key)])) },
      apart: {
        value: (texts: Readonly<Record<string, string>>, onchange: () => void) =>
          made((key) => (of(key).link ? texts[key] : null), onchange).settings,
      },
      reset: {
        value: (only?: keyof D & string) => {
          for (const key of only === undefined ? keys : [only]) assign(key, of(key).initial);
        },
      },
    };
    Object.defineProperties(settings, more);
    return { settings, values, textOf, isInitial };
  };

  const { settings, values, textOf, isInitial } = made(
    (key) => (of(key).store ? recall(storageKey(key)) : null),
    (key) => {
      const { store, link } = of(key);
      if (store) remember(storageKey(key), isInitial(key) ? null : textOf(key));
      if (link) url.changed();
    },
  );
  url.register({
    view,
    keys: keys.filter((key) => of(key).link),
    *write() {
      for (const key of keys) {
        if (of(key).link && !isInitial(key)) yield [key, textOf(key)];
      }
    },
    read(params) {
      for (const key of keys) if (of(key).link) values[key] = parsed(key, params.get(key));
    },
  });
  return settings;
}
