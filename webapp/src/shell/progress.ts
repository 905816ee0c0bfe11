import type { Loading } from "../api/status";
import { formatBytes } from "../lib/format";
import { t } from "../state/i18n.svelte";

/** How far the server has read. */
export function progressText(loading: Loading): string {
  return t("loading.files", {
    read: loading.files_read,
    total: loading.files,
    bytes: formatBytes(loading.bytes_read),
    all: formatBytes(loading.bytes),
  });
}
