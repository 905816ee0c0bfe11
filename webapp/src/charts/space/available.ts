/** Whether this browser can draw a space at all. */

let isAvailable: boolean | undefined;

/** Asked once: a context costs some memory. */
export function hasSpace(): boolean {
  if (isAvailable === undefined) {
    const context = document.createElement("canvas").getContext("webgl2");
    isAvailable = context !== null;
    context?.getExtension("WEBGL_lose_context")?.loseContext();
  }
  return isAvailable;
}
