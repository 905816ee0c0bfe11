/** The first questions to the server, and the try-again while it does not answer. */

import { annotations } from "./annotations.svelte";
import { i18n } from "./i18n.svelte";
import { live } from "./live.svelte";
import { runs } from "./runs.svelte";
import { server } from "./server.svelte";
import { tags } from "./tags.svelte";

const RETRY_SECONDS = 3;

/** How long an empty page waits for what the server knows of its language. */
const LANGUAGE_SECONDS = 0.3;

/**
 * Fetch all that the shell shows, then follow it. Safe to call again after a failure.
 * @param onanswer - called when the server has said what it is, or could not.
 */
async function ask(onanswer: () => void = () => undefined): Promise<void> {
  try {
    const status = server.fetch().finally(onanswer);
    // Annotations that only this browser keeps are those of the logdirs that the status names.
    await Promise.all([runs.fetch(), tags.fetch(), status.then(() => annotations.fetch())]);
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
  await new Promise<void>((resolve) => {
    void ask(resolve);
    setTimeout(resolve, i18n.isChosen ? 0 : LANGUAGE_SECONDS * 1000);
  });
  await i18n.load();
}
