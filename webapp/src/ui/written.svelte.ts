/** Fields of a line: what is being written in them stays, whatever comes meanwhile. */

import type { Attachment } from "svelte/attachments";

/**
 * `{@attach written(() => text, take)}`, in place of a value and its `onchange`: the field follows a
 * text that may change by itself, but not while another one is being written in it.
 * @param take - takes what was written; the field then shows what has become of it.
 */
export function written(
  text: () => string,
  take: (written: string) => void,
): Attachment<HTMLInputElement> {
  return (field) => {
    let isWriting = false;

    function show(next: string): void {
      if (isWriting || field.value === next) return;
      // Whoever has marked all of it is about to write over it.
      const isMarked =
        document.activeElement === field &&
        field.selectionStart === 0 &&
        field.selectionEnd === field.value.length;
      field.value = next;
      if (isMarked) field.select();
    }
    const begin = (): void => {
      isWriting = true;
    };
    const end = (): void => {
      isWriting = false;
      show(text());
    };
    const change = (): void => {
      take(field.value);
      end();
    };

    $effect(() => show(text()));
    field.addEventListener("input", begin);
    field.addEventListener("change", change);
    field.addEventListener("blur", end);
    return () => {
      field.removeEventListener("input", begin);
      field.removeEventListener("change", change);
      field.removeEventListener("blur", end);
    };
  };
}
