/** Pictures that were fetched last. */

import { fetchMedia } from "../../api/records";
import { LoadingCache } from "../../cards/loading-cache";

/** A picture that can be drawn at once. */
export interface Picture {
  readonly address: string;
  /** Where the browser finds it without asking the server. */
  readonly source: string;
  /** Decoded. */
  readonly image: HTMLImageElement;
  readonly file: Blob;
}

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
export const pictures = new LoadingCache<Picture>({
  load: fetchPicture,
  most: 300,
  cost: ({ image }) => image.naturalWidth * image.naturalHeight,
  mostCost: 60e6, // pixels: about 250 MB when decoded
  forget: ({ source }) => URL.revokeObjectURL(source),
});

/** Fetches pictures that will soon be wished. @returns how to end it. */
export function prefetch(addresses: readonly string[]): () => void {
  const abort = new AbortController();
  // A picture that does not come will say why when it is shown.
  for (const address of addresses) pictures.get(address, abort.signal).catch(() => undefined);
  return () => abort.abort();
}
