/** Images that were fetched last. */

import { fetchMedia } from "../../api/records";
import { LoadingCache } from "../../cards/records/loading-cache";

/** An image that can be drawn at once. */
export interface LoadedImage {
  readonly address: string;
  /** Where the browser finds it without asking the server. */
  readonly source: string;
  /** Decoded. */
  readonly element: HTMLImageElement;
  readonly file: Blob;
}

async function fetchImage(address: string, signal: AbortSignal): Promise<LoadedImage> {
  const file = await fetchMedia(address, signal);
  const source = URL.createObjectURL(file);
  const element = new Image();
  element.src = source;
  try {
    await element.decode();
  } catch {
    URL.revokeObjectURL(source);
    throw new Error("the browser can't read this picture");
  }
  return { address, source, element, file };
}

/** One for the whole view: cards, grid and viewer show the same images. */
export const images = new LoadingCache<LoadedImage>({
  load: fetchImage,
  most: 300,
  cost: ({ element }) => element.naturalWidth * element.naturalHeight,
  mostCost: 60e6, // pixels: about 250 MB when decoded
  forget: ({ source }) => URL.revokeObjectURL(source),
});

/** Fetches images that will soon be wished. @returns how to end it. */
export function prefetch(addresses: readonly string[]): () => void {
  const abort = new AbortController();
  // An image that does not come will say why when it is shown.
  for (const address of addresses) images.get(address, abort.signal).catch(() => undefined);
  return () => abort.abort();
}
