import { en } from "./en";
import type { Messages } from "./messages";
import { zh } from "./zh";

export type MessageKey = keyof typeof en;

export const shellMessages: Messages<MessageKey> = { en, zh };
