/** Settings: typed, reactive, remembered by the browser and carried by links. */

import type { Codec } from "../lib/codec";
import type { Control } from "./controls";
import { recall, remember } from "../lib/storage";
import { url } from "./url.svelte";

/** Where a value is kept: in both places unless given. */
export interface Keep {
  /** In the address, so that a link carries it. */
  readonly link?: boolean;
  /** In the browser's storage, so that the next visit starts with it. */
  readonly store?: boolean;
}

/** A value that several views have, each by its own name. */
export interface Shared<T> {
  get(): T;
  set(value: T): void;
  /** All addresses have it elsewhere: only older ones have it by this name. */
  readonly isLinked?: boolean;
}

export interface Setting<T> extends Codec<T>, Required<Keep> {
  /** Where the value is, except for what stands apart. */
  readonly shared?: Shared<T>;
  readonly initial: T;
  /** Whether the panel's reset brings back the initial value; unless given, if the panel shows it. */
  readonly resets?: boolean;
  readonly control?: Control;
}

/** A setting that says its control. */
export interface Controlled<T, C extends Control = Control> extends Setting<T> {
  readonly control: C;
}

/** A value without a control of its own, such as what is selected; see `controls.ts` for the others. */
export function setting<T>(
  initial: T,
  { parse, format }: Codec<T>,
  keep: Keep & Pick<Setting<T>, "resets" | "shared"> = {},
): Setting<T> {
  return { initial, parse, format, link: true, store: true, ...keep };
}

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- the values differ by key
export type Declared = Readonly<Record<string, Setting<any>>>;

export type Settings<D extends Declared> = {
  -readonly [K in keyof D]: D[K] extends Setting<infer T> ? T : never;
} & Described<D> & {
    /** Back to the initial values: of one key, or of all. */
    reset(key?: keyof D): void;
  };

/** Settings as texts, and settings made of such texts. */
export interface Described<D extends Declared = Declared> {
  /** Id of the view that they belong to; null: the shell's. */
  readonly viewId: string | null;
  readonly declared: D;
  /** As a link has them: those that differ from their initial values. Reactive. */
  written(): Readonly<Record<string, string>>;
  /**
   * The same settings with values of their own, which neither the address nor the browser keeps.
   * @param texts - as `written` gives them; what they leave out has its initial value.
   * @param onchange - called after each change.
   */
  apart(texts: Readonly<Record<string, string>>, onchange: () => void): this;
  /**
   * Give some settings the values that texts have of them, without a change of what is kept.
   * @param texts - as `written` gives them; what they leave out of `keys` has its initial value.
   */
  take(texts: Readonly<Record<string, string>>, keys: readonly (keyof D)[]): void;
  /** Back to how things are drawn at first: all that the panel shows; what is shown stays. */
  resetPanel(): void;
}

/**
 * Settings that are read and assigned like fields, and are reactive.
 *
 * An address that carries state is the whole truth: what it leaves out has its initial value, so
 * that a link shows the same to everyone. Without it, what was remembered counts.
 *
 * @param view - id of the view that they belong to; null for the shell's, which every link carries.
 * @param prefix - of the keys in the address, for one of several parts of a view: `c.` makes `c.palette` of `palette`.
 */
export function defineSettings<const D extends Declared>(
  view: string | null,
  declared: D,
  prefix = "",
): Settings<D> {
  const longKey = (key: string) => `${prefix}${key}`;
  const storageKey = (key: string) => `${view ?? "shell"}.${longKey(key)}`;
  const keys = Object.keys(declared) as (keyof D & string)[];
  const of = (key: keyof D) => declared[key] as Setting<unknown>;

  const parsed = (key: keyof D, text: string | null | undefined) => {
    const value = typeof text === "string" ? of(key).parse(text) : undefined;
    return value === undefined ? of(key).initial : value;
  };

  /**
   * @param firstOf - the text that a value is made of.
   * @param onassign - called after each change.
   * @param sharedBy - where the value is, if that is not here.
   */
  const made = (
    firstOf: (key: keyof D & string) => string | null | undefined,
    onassign: (key: keyof D & string) => void,
    sharedBy: (key: keyof D) => Shared<unknown> | undefined,
  ) => {
    const values = $state<Record<string, unknown>>({});
    const settings = {} as Settings<D>;
    const get = (key: keyof D) => {
      const shared = sharedBy(key);
      return shared === undefined ? values[key as string] : shared.get();
    };
    const put = (key: keyof D & string, value: unknown) => {
      const shared = sharedBy(key);
      if (shared === undefined) values[key] = value;
      else shared.set(value);
    };
    const assign = (key: keyof D & string, value: unknown) => {
      put(key, value);
      onassign(key);
    };
    for (const key of keys) {
      values[key] = parsed(key, firstOf(key));
      Object.defineProperty(settings, key, {
        enumerable: true,
        get: () => get(key),
        set: (value: unknown) => {
          assign(key, value);
        },
      });
    }
    const textOf = (key: keyof D) => of(key).format(get(key));
    const isInitial = (key: keyof D) => textOf(key) === of(key).format(of(key).initial);
    const linked = (isSaid: (key: keyof D & string) => boolean = () => true) =>
      keys
        .filter((key) => of(key).link && isSaid(key) && !isInitial(key))
        .map((key): [string, string] => [longKey(key), textOf(key)]);
    const reset = (some: readonly (keyof D & string)[]) => {
      for (const key of some) assign(key, of(key).initial);
    };
    const more: PropertyDescriptorMap = {
      viewId: { value: view },
      declared: { value: declared },
      written: { value: () => Object.fromEntries(linked()) },
      apart: {
        value: (texts: Readonly<Record<string, string>>, onchange: () => void) =>
          made(
            (key) => (of(key).link ? texts[longKey(key)] : null),
            onchange,
            () => undefined,
          ).settings,
      },
      take: {
        value: (texts: Readonly<Record<string, string>>, some: readonly (keyof D & string)[]) => {
          for (const key of some) put(key, parsed(key, texts[longKey(key)]));
        },
      },
      reset: { value: (only?: keyof D & string) => reset(only === undefined ? keys : [only]) },
      resetPanel: {
        value: () =>
          reset(keys.filter((key) => of(key).resets ?? of(key).control?.group !== undefined)),
      },
    };
    Object.defineProperties(settings, more);
    return { settings, put, textOf, isInitial, linked };
  };

  const { settings, put, textOf, isInitial, linked } = made(
    (key) => (of(key).store ? recall(storageKey(key)) : null),
    (key) => {
      const { store, link } = of(key);
      if (store) remember(storageKey(key), isInitial(key) ? null : textOf(key));
      if (link) url.changed();
    },
    (key) => of(key).shared,
  );
  const isElsewhere = (key: keyof D) => of(key).shared?.isLinked === true;
  url.register({
    view,
    keys: keys.filter((key) => of(key).link).map(longKey),
    write: () => linked((key) => !isElsewhere(key)),
    read(params) {
      for (const key of keys) {
        const text = params.get(longKey(key));
        if (of(key).link && (text !== undefined || !isElsewhere(key))) put(key, parsed(key, text));
      }
    },
  });
  return settings;
}
