/** What the server is and how far it has read; whether it can be reached. */

import { ApiError, onLetting } from "../api/ask";
import { fetchStatus, type Status } from "../api/status";
import { i18n } from "./i18n.svelte";
import { theme } from "./theme.svelte";

class Server {
  /** null until the first answer. */
  status = $state.raw<Status | null>(null);
  /** Why the page could not start, or null. */
  error = $state.raw<ApiError | Error | null>(null);

  constructor() {
    onLetting((refused) => {
      if (refused !== null) this.error = refused;
      else if (this.locked) this.error = null;
    });
  }

  get loading(): boolean {
    return this.status !== null && !this.status.loading.done;
  }

  /** True if this browser is not let in: it has not shown the token, or its session has ended. */
  get locked(): boolean {
    return this.error instanceof ApiError && this.error.status === 401;
  }

  /** The logdirs that are folders: what people add or delete has its place there. */
  get folders(): readonly string[] {
    const files = new Set(this.status?.log_files);
    return (this.status?.logdirs ?? []).filter((logdir) => !files.has(logdir));
  }

  take(status: Status): void {
    this.status = status;
    i18n.offered = status.language;
    theme.offered = status.theme;
  }

  async fetch(): Promise<void> {
    this.take(await fetchStatus());
  }

  /** Learn why the connection broke: a server that was started anew lets nobody in without the token. */
  async probe(): Promise<void> {
    try {
      await this.fetch();
      this.error = null;
    } catch (error) {
      this.error = error instanceof Error ? error : new Error(String(error));
    }
  }
}

export const server = new Server();
