/** The first questions to the server, and the try-again while it does not answer. */

import { alerts } from "./alerts.svelte";
import { annotations } from "./annotations.svelte";
import { i18n } from "./i18n.svelte";
import { live } from "./live.svelte";
import { runs } from "./runs.svelte";
import { server } from "./server.svelte";
import { tags } from "./tags.svelte";
import { theme } from "./theme.svelte";

const RETRY_SECONDS = 3;

/** Fetch all that the shell shows, then follow it. Safe to call again after a failure. */
async function ask(): Promise<void> {
  try {
    // Annotations that only this browser keeps are those of the logdirs that the status names.
    const noted = server.fetch().then(() => annotations.fetch());
    await Promise.all([runs.fetch(), tags.fetch(), noted]);
    void alerts.fetch(); // nothing waits for them
    server.error = null;
    live.start();
  } catch (error) {
    server.error = error instanceof Error ? error : new Error(String(error));
    if (!server.locked) setTimeout(() => void ask(), RETRY_SECONDS * 1000);
  }
}

/**
 * Begins to ask the server.
 * @returns when the page can be shown: a page in another language does not begin in English.
 */
export async function start(): Promise<void> {
  void ask();
  // What the server was started with stands in the page itself.
  const { language, theme: offered } = document.documentElement.dataset;
  if (offered === "light" || offered === "dark") theme.offered = offered;
  i18n.offered = language ?? null;
  await i18n.load();
}
