/** Files for the user to keep. */

/** A name that every file system takes: `loss/train` is `loss_train`. */
export function fileName(tag: string, extension: string): string {
  return `${fileStem(tag)}.${extension}`;
}

/** The same of one record. Of a long name the end is cut off; the step stays. */
export function recordFileName(run: string, tag: string, step: number, extension: string): string {
  return `${fileStem(run).slice(0, 60)}-${fileStem(tag).slice(0, 100)}-${step}.${extension}`;
}

/** The same without an extension. */
export function fileStem(tag: string): string {
  return tag.replace(/[^\p{L}\p{N}._-]+/gu, "_").slice(0, 120);
}

/** Hands a file to the browser's downloads. */
export function save(name: string, content: Blob): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  // Some browsers read the address only after the click has been handled.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
