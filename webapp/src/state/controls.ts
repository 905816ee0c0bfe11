/**
 * Settings that say their control: how it looks, and in which words.
 *
 *     const { toggle, choose, slide } = controlsIn(t);
 *     export const settings = defineSettings("scalars", {
 *       ...group({
 *         logY: toggle(false, "logY"),
 *         axis: choose<Axis>("step", "axis", { step: "step", wall: "wall" }),
 *       }),
 *     });
 *
 * What stands in a group is drawn by the panel of settings, in this order, and brought back by its
 * reset; `Control.svelte` draws one elsewhere, such as in a bar.
 */

import { choice, flag, numberIn, type Codec } from "../lib/codec";
import type { Topic } from "../lib/docs/topics";
import { setting, type Controlled, type Keep, type Setting } from "./settings.svelte";

type Text = () => string;

/** What stands together in a panel: below a heading, or a line. */
export interface ControlGroup {
  readonly heading: Text | undefined;
}

/**
 * What any control may say. Its functions are given the settings as they are now, and what else the
 * panel knows (`facts` of `Fields.svelte`).
 */
interface ControlOptions {
  /** The section of the documentation that explains it. */
  readonly help?: Topic;
  /** Whether it is there; it is unless given. */
  readonly shown?: (now: never) => boolean;
  readonly disabled?: (now: never) => boolean;
  /** A tooltip, such as why it is disabled. */
  readonly title?: (now: never) => string;
  /** What is said below it. */
  readonly hint?: (now: never) => string;
  /** What it shows in place of the value. */
  readonly get?: (now: never) => unknown;
  /** What a change does in place of assigning the value. */
  readonly set?: (now: never, value: never) => void;
  /** What it says and does takes facts that only its panel knows: the palette leads there. */
  readonly inPanel?: true;
}

interface Labeled extends ControlOptions {
  readonly label: (now: never) => string;
  readonly group?: ControlGroup;
}

interface ToggleControl extends Labeled {
  readonly kind: "toggle";
}

interface Option {
  readonly value: string | number;
  readonly label: string;
}

interface ChoiceControl extends Labeled {
  readonly kind: "choice";
  readonly options: (now: never) => readonly Option[];
  /** A list that opens, where the options need more room than the panel has. */
  readonly opens: boolean;
}

interface SliderControl extends Labeled {
  readonly kind: "slider";
  readonly min: number;
  readonly max: number;
  readonly step: number;
  /** Below its name, where that is long. */
  readonly below: boolean;
  /** What it is where nobody has chosen, which is null; it is always chosen unless given. */
  readonly automatic?: (now: never) => string;
}

/** Several of a list, each there or not; drawn by the view. */
interface SeveralControl {
  readonly kind: "several";
  readonly label: (now: never) => string;
  readonly options: (now: never) => readonly Option[];
  readonly group?: undefined;
  readonly shown?: undefined;
}

/** Drawn by the view, in the panel's place for it. */
interface SpecialControl {
  readonly kind: "special";
  readonly label: (now: never) => string;
  readonly shown: (now: never) => boolean;
  readonly group?: ControlGroup;
}

export type DrawnControl = ToggleControl | ChoiceControl | SliderControl;
export type Control = DrawnControl | SeveralControl | SpecialControl;

/** Keys of the settings whose control `Control.svelte` can draw. */
export type DrawnKey<S> = KeyOf<S, DrawnControl>;
/** Keys of the settings whose control a view draws itself. */
export type SpecialKey<S> = KeyOf<S, SpecialControl>;

type KeyOf<S, C extends Control> = S extends { readonly declared: infer D }
  ? { [K in keyof D]: D[K] extends { readonly control: C } ? K : never }[keyof D] & string
  : never;

/** The `t` of some part of the page. */
type AnyTexts = ((key: never) => string) & { readonly plainKey?: string };

interface More<T> extends ControlOptions, Keep, Pick<Setting<T>, "shared"> {
  /** Whether the panel's reset brings it back; unless given, if it stands in the panel. */
  readonly resets?: boolean;
  /** How the value is written, where it has more values than the control. */
  readonly codec?: Codec<T>;
}

function controlled<T, C extends DrawnControl>(
  initial: T,
  usual: Codec<T>,
  { codec = usual, ...more }: More<T>,
  control: Omit<C, keyof ControlOptions>,
): Controlled<T, C> {
  const { link, store, resets, shared, ...said } = { link: true, store: true, ...more };
  const keep = {
    ...{ link, store },
    ...(resets === undefined ? {} : { resets }),
    ...(shared === undefined ? {} : { shared }),
  };
  return {
    ...setting(initial, codec, keep),
    control: { ...said, ...control } as unknown as C,
  };
}

/** @param t - of the part of the page whose words the controls have: a label is a key of it, or a function that gives it. */
export function controlsIn<T extends AnyTexts>(t: T) {
  type Word = NonNullable<T["plainKey"]> | ((now: never) => string);
  const textOf = (word: Word): ((now: never) => string) =>
    typeof word === "function" ? word : () => t(word as never);
  // A word may need to know what is set now, as all that a control says.
  const optionsOf =
    <V extends string>(words: Readonly<Record<V, Word>>) =>
    (now: never): readonly Option[] =>
      (Object.keys(words) as V[]).map((value) => ({ value, label: textOf(words[value])(now) }));

  return {
    /** A switch. */
    toggle: (initial: boolean, label: Word, more: More<boolean> = {}) =>
      controlled<boolean, ToggleControl>(initial, flag, more, {
        kind: "toggle",
        label: textOf(label),
      }),

    /** One of several, with the word of each. */
    choose: <V extends string>(
      initial: NoInfer<V>,
      label: Word,
      words: Readonly<Record<V, Word>>,
      { opens = false, ...more }: More<V> & { readonly opens?: boolean } = {},
    ) => {
      const values = Object.keys(words) as V[];
      return controlled<V, ChoiceControl>(initial, choice(...values), more, {
        kind: "choice",
        label: textOf(label),
        options: optionsOf(words),
        opens,
      });
    },

    /** Several of a list, of which the view draws the control. */
    several: <V extends string, T extends readonly V[] | null>(
      initial: T,
      codec: Codec<T>,
      label: Word,
      words: Readonly<Record<V, Word>>,
    ): Controlled<T, SeveralControl> => ({
      ...setting(initial, codec),
      control: { kind: "several", label: textOf(label), options: optionsOf(words) },
    }),

    /** One of several that are no plain words: numbers, or those that are known only now. */
    pick: <V extends string | number>(
      initial: NoInfer<V>,
      codec: Codec<V>,
      label: Word,
      options: (now: never) => readonly Option[],
      { opens = true, ...more }: More<V> & { readonly opens?: boolean } = {},
    ) =>
      controlled<V, ChoiceControl>(initial, codec, more, {
        kind: "choice",
        label: textOf(label),
        options,
        opens,
      }),

    /** A number between two others. */
    slide: <V extends number | null = number>(
      initial: NoInfer<V>,
      label: Word,
      [min, max, step]: readonly [min: number, max: number, step: number],
      {
        below = false,
        automatic,
        ...more
      }: More<V> & Partial<Pick<SliderControl, "below" | "automatic">> = {},
    ) =>
      controlled<V, SliderControl>(initial, numberIn(min, max) as unknown as Codec<V>, more, {
        kind: "slider",
        label: textOf(label),
        min,
        max,
        step,
        below,
        ...(automatic && { automatic }),
      }),
  };
}

/**
 * A setting whose control the view draws itself, in the panel's place for it.
 * @param label - what it is found by.
 * @param shown - whether it is there; always unless given.
 */
export function special<T>(
  plain: Setting<T>,
  label: Text,
  shown: (now: never) => boolean = () => true,
): Controlled<T, SpecialControl> {
  return { ...plain, control: { kind: "special", label, shown } };
}

/**
 * Settings that stand together in the panel, below a line.
 * @param heading - in the line's place.
 */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- the values differ by key
export function group<const D extends Readonly<Record<string, Controlled<any>>>>(
  declared: D,
  heading?: Text,
): D {
  const group: ControlGroup = { heading };
  const grouped = Object.entries(declared).map(([key, each]) => [
    key,
    { ...each, control: { ...each.control, group } },
  ]);
  return Object.fromEntries(grouped) as D;
}

/** What the functions of a control are given: the settings as they are now, which may be assigned, and what else is known. */
export function knowing(settings: object, facts: object): never {
  return Object.assign(Object.create(settings) as object, facts) as never;
}
