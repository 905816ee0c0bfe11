/** localStorage that may be missing, full or forbidden: then nothing is remembered. */

const prefix = "vdlite.";

export function recall(key: string): string | null {
  try {
    return localStorage.getItem(prefix + key);
  } catch {
    return null;
  }
}

/** @param value - null forgets. */
export function remember(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(prefix + key);
    else localStorage.setItem(prefix + key, value);
  } catch {
    // Private windows and full storages: the page works, it only forgets.
  }
}
