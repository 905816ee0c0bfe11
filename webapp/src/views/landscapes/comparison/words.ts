/** Names of the fields, in words. */

import { isNamed, type Field } from "./fields";
import { t } from "./texts";

/** The name of a field. */
export function fieldText({ key }: Field): string {
  return isNamed(key) ? t(key === "optimizer" ? "optimizerName" : key) : key.replaceAll("_", " ");
}
