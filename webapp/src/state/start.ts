/** The first questions to the server, and the try-again while it does not answer. */

import { annotations } from "./annotations.svelte";
import { live } from "./live.svelte";
import { runs } from "./runs.svelte";
import { server } from "./server.svelte";
import { tags } from "./tags.svelte";

const RETRY_SECONDS = 3;

/** Fetch all that the shell shows, then follow it. Safe to call again after a failure. */
export async function start(): Promise<void> {
  try {
    await server.fetch();
    await Promise.all([runs.fetch(), tags.fetch(), annotations.fetch()]);
    server.error = null;
    live.start();
  } catch (error) {
    server.error = error instanceof Error ? error : new Error(String(error));
    if (!server.locked) setTimeout(() => void start(), RETRY_SECONDS * 1000);
  }
}
