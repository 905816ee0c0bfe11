import { en, type MessageKey } from "./en";
import type { Messages } from "./messages";
import { zh } from "./zh";

export type { MessageKey };

export const shellMessages: Messages<MessageKey> = { en, zh };
