import type { Message } from '#messages/message';
import { MESSAGES } from '#messages/registry';

/** Today's text of a message. */
export const messageText = (message: Message): string =>
  (MESSAGES[message.code].text as (data: Message['data']) => string)(message.data);

export const levelOf = (message: Message): 'info' | 'warning' | 'error' => MESSAGES[message.code].level;
