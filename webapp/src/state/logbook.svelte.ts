/** The logbook: its entries as they are read and written, and the one that is being written here. */

import { fetchLogbook, writeEntry, type LogbookEntry, type LogbookPage } from "../api/logbook";
import { newest } from "../lib/newest";
import { recall, remember } from "../lib/storage";
import { url } from "./url.svelte";

const VIEW = "logbook";
const AUTHOR = "logbook.author";

let open: readonly Logbook[] = [];

/** Whoever shows entries fetches those that came. */
export async function refetchLogbooks(): Promise<void> {
  await Promise.all(open.map((each) => each.fetch()));
}

/** Entries of the logbook, the newest first: all of them, or those about a run. */
export class Logbook {
  entries = $state.raw<readonly LogbookEntry[]>([]);
  /** True once the server has answered. */
  known = $state(false);
  /** Whether the server lets entries be written. */
  editable = $state(false);
  /** Why logbooks that are there can't be read. */
  unreadable = $state.raw<readonly string[]>([]);
  /** Why it could not be fetched, or null. */
  error = $state<string | null>(null);
  #older = $state<string | null>(null);
  readonly #run: string | null;

  /** @param run - id; null: all entries. */
  constructor(run: string | null) {
    this.#run = run;
  }

  get hasOlder(): boolean {
    return this.#older !== null;
  }

  readonly #fetchNewest = newest(
    () => this.#page(null),
    (page) => {
      // What was fetched of older ones stays, unless somebody edited the file.
      const last = page.entries.at(-1)?.id;
      const at = this.entries.findIndex(({ id }) => id === last);
      const older = at < 0 ? [] : this.entries.slice(at + 1);
      if (older.length === 0) this.#older = page.older;
      this.entries = [...page.entries, ...older];
      this.editable = page.editable;
      this.unreadable = page.unreadable;
      this.error = null;
      this.known = true;
    },
  );

  fetch = async (): Promise<void> => {
    try {
      await this.#fetchNewest();
    } catch (error) {
      this.error = error instanceof Error ? error.message : String(error);
    }
  };

  fetchOlder = async (): Promise<void> => {
    const older = this.#older;
    if (older === null) return;
    try {
      const page = await this.#page(older);
      if (this.#older !== older) return;
      const isNew = ({ id }: LogbookEntry): boolean => this.entries.every((each) => each.id !== id);
      this.entries = [...this.entries, ...page.entries.filter(isNew)];
      this.#older = page.older;
      this.error = null;
    } catch (error) {
      this.error = error instanceof Error ? error.message : String(error);
    }
  };

  /** Begins to follow. Made for an effect. */
  start(): () => void {
    open = [...open, this];
    void this.fetch();
    return () => {
      open = open.filter((each) => each !== this);
    };
  }

  #page(older: string | null): Promise<LogbookPage> {
    return fetchLogbook({
      ...(older === null ? {} : { older }),
      ...(this.#run === null ? {} : { run: this.#run }),
    });
  }
}

/** The entry that is being written: it stays while other views are looked at, so that they can be put into it. */
class Draft {
  text = $state("");
  /** Ids. */
  runs = $state.raw<readonly string[]>([]);
  author = $state(recall(AUTHOR) ?? "");
  /** Why it was not written, or null. */
  error = $state<string | null>(null);
  isSending = $state(false);

  /** Put something at the end of the text, which may be nothing, and show it. @param about - ids of runs. */
  take(added: string, about: readonly string[]): void {
    if (added !== "") {
      const before = this.text.trimEnd();
      this.text = `${before === "" ? "" : `${before}\n\n`}${added}\n\n`;
    }
    this.runs = [...new Set([...this.runs, ...about])];
    url.show(VIEW);
  }

  /** @returns whether it is written; `error` says why not. */
  async send(): Promise<boolean> {
    this.error = null;
    this.isSending = true;
    const { text, runs, author } = this;
    remember(AUTHOR, author.trim() === "" ? null : author.trim());
    try {
      await writeEntry({ text, runs, author });
    } catch (error) {
      this.error = error instanceof Error ? error.message : String(error);
      return false;
    } finally {
      this.isSending = false;
    }
    this.text = "";
    this.runs = [];
    await refetchLogbooks();
    return true;
  }
}

export const draft = new Draft();
