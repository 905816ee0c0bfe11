/** What the shell knows of a view. */

import type { Component } from "svelte";
import type { Kind } from "../api/kinds";
import type { MessageKey } from "../lib/messages/shell";

export interface View {
  /** Its place in the address: `#/scalars`. */
  readonly id: string;
  /** What it shows: it is there once there is data of any of them. */
  readonly kinds: readonly Kind[];
  readonly title: MessageKey;
  /** The component fills `<main>`; it takes no props. Loaded when it is first shown. */
  readonly load: () => Promise<{ readonly default: Component }>;
}
