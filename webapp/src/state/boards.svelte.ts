/** The boards: those that are kept, those of the logs, and the one that is shown. */

import { type Board, emptyBoard, freeName, type NewItem, withItem } from "../lib/boards/boards";
import { boardCodec, plainBoard, readBoard } from "../lib/boards/codec";
import { linkCodec } from "../lib/boards/link";
import type { LoggedLayout } from "../api/layouts";
import { annotations } from "./annotations.svelte";
import { layouts } from "./layouts.svelte";
import { url } from "./url.svelte";

const VIEW = "boards";
const [NAME, CONTENT, LOG] = ["board", "content", "log"];

const sorted = (names: Iterable<string>): readonly string[] =>
  [...names].sort((one, other) => one.localeCompare(other, undefined, { numeric: true }));

class Boards {
  /** Empty: the first one. */
  #name = $state("");
  /** As the address has it: a link shows to everyone what it showed to whoever copied it. */
  #brought = $state.raw<Board | null>(null);

  /** Id of the layout of the logs that was chosen; empty: none was. */
  #log = $state("");

  readonly names: readonly string[] = $derived(sorted(annotations.boards.keys()));

  /** The layout of the logs that is shown as a board; null: one of the others is, or none. Reactive. */
  readonly logged: LoggedLayout | null = $derived.by(() => {
    if (this.#brought !== null) return null;
    if (this.#log !== "") return layouts.of(this.#log);
    return this.#name === "" && this.names.length === 0 ? (layouts.all[0] ?? null) : null;
  });

  /** Of the board that is shown; empty without any. */
  readonly name: string = $derived(
    this.#brought !== null || this.names.includes(this.#name) ? this.#name : (this.names[0] ?? ""),
  );
  readonly #kept: Board | null = $derived(this.kept(this.name));

  /** The board that is shown is not the kept one, but the one of a link. */
  readonly isLinked: boolean = $derived(
    this.#brought !== null &&
      (this.#kept === null || boardCodec.format(this.#brought) !== boardCodec.format(this.#kept)),
  );
  /** null: there is none, or what is kept is no board that this page knows. */
  readonly shown: Board | null = $derived(this.isLinked ? this.#brought : this.#kept);

  constructor() {
    url.register({
      view: VIEW,
      keys: [NAME, CONTENT, LOG],
      write: () => {
        if (this.#log !== "") return [[LOG, this.logged?.id ?? this.#log]];
        if (this.logged !== null || this.shown === null) return [];
        return [
          [NAME, this.name],
          [CONTENT, linkCodec.format(this.shown)],
        ];
      },
      read: (params) => {
        this.#log = params.get(LOG) ?? "";
        this.#name = params.get(NAME) ?? "";
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

  show(name: string): void {
    this.#name = name;
    this.#brought = null;
    this.#log = "";
    url.changed();
  }

  /** Show a layout of the logs. */
  showLogged(id: string): void {
    this.show("");
    this.#log = id;
  }

  /** Change the board that is shown. One of a link is not kept until it is asked for. */
  change(board: Board): void {
    url.changed();
    if (this.isLinked) this.#brought = board;
    else void annotations.setBoard(this.name, plainBoard(board));
  }

  /** Keep the board of a link, under a name that no other board has. */
  keep(): void {
    const { shown } = this;
    if (shown === null) return;
    this.add(this.name || "Board", shown);
  }

  /** @returns the name that it has got: no other board is overwritten. */
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
    this.show("");
  }

  /**
   * Put a card onto a kept board, behind what is there; null: onto a new one.
   * @returns the name of the board.
   */
  pin(name: string | null, item: NewItem, newName: string): string {
    const board = name === null ? null : this.kept(name);
    const target = name === null || board === null ? freeName(this.names, newName) : name;
    void annotations.setBoard(target, plainBoard(withItem(board ?? emptyBoard, item)));
    return target;
  }
}

export const boards = new Boards();
