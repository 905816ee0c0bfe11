/** The picture that is shown: the one before stays until the wished one is there. */

import { fetchMedia } from "../../api/records";
import { Shelf, type Picture } from "./pictures";

async function fetchPicture(address: string, signal: AbortSignal): Promise<Picture> {
  const file = await fetchMedia(address, signal);
  const source = URL.createObjectURL(file);
  const image = new Image();
  image.src = source;
  try {
    await image.decode();
  } catch {
    URL.revokeObjectURL(source);
    throw new Error("the browser can't read this picture");
  }
  return { address, source, image, file };
}

/** One for the whole view: cards, grid and viewer show the same pictures. */
const shelf = new Shelf<Picture>({
  fetch: fetchPicture,
  cost: ({ image }) => image.naturalWidth * image.naturalHeight,
  forget: ({ source }) => URL.revokeObjectURL(source),
});

/** Milliseconds that a step has to be wished before it is fetched: whoever drags over 2000 steps does not want all. */
const REST_MS = 60;

export class ShownPicture {
  current = $state.raw<Picture | null>(null);
  error = $state.raw<string | null>(null);
  loading = $state(false);

  #address: string | null = null;
  #abort: AbortController | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** @param address - null: nothing. */
  show(address: string | null): void {
    if (address === this.#address) return;
    const isFirst = this.#address === null;
    this.#cancel();
    this.#address = address;
    this.error = null;
    const atHand = address === null ? null : shelf.peek(address);
    this.loading = address !== null && atHand === null;
    if (address === null || atHand !== null) this.current = atHand;
    else if (isFirst) void this.#load(address);
    else this.#timer = setTimeout(() => void this.#load(address), REST_MS);
  }

  retry(): void {
    const address = this.#address;
    this.#address = null;
    this.show(address);
  }

  stop(): void {
    this.#cancel();
    this.#address = null;
  }

  #cancel(): void {
    clearTimeout(this.#timer);
    this.#abort?.abort();
    this.#abort = null;
  }

  async #load(address: string): Promise<void> {
    const abort = new AbortController();
    this.#abort = abort;
    try {
      const picture = await shelf.get(address, abort.signal);
      if (abort.signal.aborted) return;
      this.current = picture;
    } catch (error) {
      if (abort.signal.aborted) return;
      this.error = error instanceof Error ? error.message : String(error);
    }
    this.loading = false;
  }
}

/** Fetches pictures that will soon be wished. @returns how to end it. */
export function prefetch(addresses: readonly string[]): () => void {
  const abort = new AbortController();
  // A picture that does not come will say why when it is shown.
  for (const address of addresses) shelf.get(address, abort.signal).catch(() => undefined);
  return () => abort.abort();
}
