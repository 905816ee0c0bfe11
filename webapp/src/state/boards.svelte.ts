/** The workspaces: those that are kept, those of the logs, the usual one, and which is shown. */

import { type Board, emptyBoard, freeName, type NewItem, withItem } from "../lib/boards/boards";
import { boardCodec, plainBoard, readBoard } from "../lib/boards/codec";
import { linkCodec } from "../lib/boards/link";
import { usualBoard } from "../lib/boards/usual";
import { recall, remember } from "../lib/storage";
import { parseMetricKey } from "../lib/table/keys";
import type { LoggedLayout } from "../api/layouts";
import { compareWords } from "../lib/natural";
import { annotations } from "./annotations.svelte";
import { layouts } from "./layouts.svelte";
import { objective } from "./objective.svelte";
import { runTable } from "./run-table.svelte";
import { tags } from "./tags.svelte";
import { url } from "./url.svelte";

const VIEW = "overview";
const STORED = `${VIEW}.workspace`;
const [NAME, CONTENT, LOG, USUAL] = ["board", "content", "log", "usual"];

const sorted = (names: Iterable<string>): readonly string[] => [...names].sort(compareWords);

/** Which one somebody wants to see: a kept one by its name, one of the logs by its id, or the usual one. */
type Choice =
  | { readonly what: "kept"; readonly name: string }
  | { readonly what: "log"; readonly id: string }
  | { readonly what: "usual" };

function readChoice(text: string | null): Choice | null {
  if (text === null) return null;
  const [what = "", ...rest] = text.split(":");
  const name = rest.join(":");
  if (what === "kept") return { what, name };
  if (what === "log") return { what, id: name };
  return what === "usual" ? { what } : null;
}

function choiceText(choice: Choice): string {
  if (choice.what === "kept") return `kept:${choice.name}`;
  return choice.what === "log" ? `log:${choice.id}` : "usual";
}

class Boards {
  /** null: nobody has chosen. */
  #choice = $state.raw<Choice | null>(readChoice(recall(STORED)));
  /** As the address has it: a link shows to everyone what it showed to whoever copied it. */
  #brought = $state.raw<Board | null>(null);

  readonly names: readonly string[] = $derived(sorted(annotations.boards.keys()));

  /** What somebody arranged comes before what is usual; what a script put together is there to be chosen. */
  readonly #shown: Choice = $derived.by(() => {
    const choice = this.#choice;
    if (choice?.what === "log" || choice?.what === "usual") return choice;
    const name = this.names.includes(choice?.name ?? "") ? choice?.name : this.names[0];
    if (this.#brought !== null) return { what: "kept", name: choice?.name ?? name ?? "" };
    return name === undefined ? { what: "usual" } : { what: "kept", name };
  });

  /** The layout of the logs that is shown; null: another is, or none. Reactive. */
  get logged(): LoggedLayout | null {
    return this.#shown.what === "log" ? layouts.of(this.#shown.id) : null;
  }
  get isUsual(): boolean {
    return this.#shown.what === "usual";
  }

  /** Of the kept one that is shown; empty: another is. */
  readonly name: string = $derived(this.#shown.what === "kept" ? this.#shown.name : "");
  readonly #kept: Board | null = $derived(this.kept(this.name));

  /** What is shown is not the kept one, but the one of a link. */
  readonly isLinked: boolean = $derived(
    this.#brought !== null &&
      (this.#kept === null || boardCodec.format(this.#brought) !== boardCodec.format(this.#kept)),
  );

  /** The curves that trainings are watched by. */
  readonly usual: Board = $derived.by(() => {
    const key = objective.aim?.key ?? runTable.usualKey;
    return usualBoard(tags.of("scalar"), parseMetricKey(key ?? "")?.tag ?? null);
  });

  /** null: there is none, or what is kept is none that this page knows. */
  get shown(): Board | null {
    if (this.isUsual) return this.usual;
    return this.isLinked ? this.#brought : this.#kept;
  }

  constructor() {
    url.register({
      view: VIEW,
      keys: [NAME, CONTENT, LOG, USUAL],
      write: () => {
        if (this.#shown.what === "log") return [[LOG, this.#shown.id]];
        if (this.isUsual) return this.#choice === null ? [] : [[USUAL, "1"]];
        if (this.shown === null) return [];
        return [
          [NAME, this.name],
          [CONTENT, linkCodec.format(this.shown)],
        ];
      },
      read: (params) => {
        const [name, id] = [params.get(NAME), params.get(LOG)];
        this.#choice = null;
        if (name !== undefined) this.#choice = { what: "kept", name };
        if (params.has(USUAL)) this.#choice = { what: "usual" };
        if (id !== undefined) this.#choice = { what: "log", id };
        this.#brought = linkCodec.parse(params.get(CONTENT) ?? "") ?? null;
      },
    });
  }

  /** Reactive. */
  kept(name: string): Board | null {
    return readBoard(annotations.boards.get(name));
  }

  /** What a link brought is what is kept: from now on the kept one is followed. Made for an effect. */
  settle(): void {
    if (annotations.known && this.#brought !== null && !this.isLinked) this.#brought = null;
  }

  #choose(choice: Choice | null): void {
    this.#choice = choice;
    this.#brought = null;
    remember(STORED, choice === null ? null : choiceText(choice));
    url.changed();
  }

  show(name: string): void {
    this.#choose({ what: "kept", name });
  }

  /** Show a layout of the logs. */
  showLogged(id: string): void {
    this.#choose({ what: "log", id });
  }

  showUsual(): void {
    this.#choose({ what: "usual" });
  }

  /** Show what is shown without a choice. */
  forget(): void {
    this.#choose(null);
  }

  /**
   * Change what is shown. What came with a link is not kept until it is asked for; the usual one is kept from now on.
   * @param newName - of the usual one, once it is kept.
   */
  change(board: Board, newName: string): void {
    url.changed();
    if (this.isUsual) this.add(newName, board);
    else if (this.isLinked) this.#brought = board;
    else void annotations.setBoard(this.name, plainBoard(board));
  }

  /** Keep the one of a link, under a name that no other has. */
  keep(newName: string): void {
    const { shown } = this;
    if (shown === null) return;
    this.add(this.name || newName, shown);
  }

  /** @returns the name that it has got: no other one is overwritten. */
  add(wanted: string, board: Board = emptyBoard): string {
    const name = freeName(this.names, wanted);
    void annotations.setBoard(name, plainBoard(board));
    this.show(name);
    return name;
  }

  rename(to: string): void {
    const { shown, name } = this;
    const wanted = to.trim();
    if (shown === null || wanted === "" || wanted === name) return;
    const free = freeName(this.names, wanted);
    void annotations.change({ boards: { [name]: null, [free]: plainBoard(shown) } });
    this.show(free);
  }

  remove(): void {
    void annotations.setBoard(this.name, null);
    this.forget();
  }

  /**
   * Put a card behind what is there.
   * @param onto - a kept one, by its name; "new": one of its own; "usual": the usual one, which is kept from then on.
   * @param newName - of one that is kept only now.
   * @returns the name of the one that has it.
   */
  pin(onto: { readonly name: string } | "new" | "usual", item: NewItem, newName: string): string {
    if (onto === "usual") return this.add(newName, withItem(this.usual, item));
    const board = onto === "new" ? null : this.kept(onto.name);
    if (onto === "new" || board === null) return this.add(newName, withItem(emptyBoard, item));
    void annotations.setBoard(onto.name, plainBoard(withItem(board, item)));
    return onto.name;
  }
}

export const boards = new Boards();
