import type { Message } from '#messages/message';
import { MESSAGES } from '#messages/registry';
import { stateInWords } from './phase.ts';

/** Today's text of a message, with states in words. */
export function messageText({ code, data }: Message): string {
  const told = 'at' in data ? { ...data, at: stateInWords(data.at) } : data;
  return (MESSAGES[code].text as (data: Message['data']) => string)(told);
}

export const levelOf = (message: Message): 'info' | 'warning' | 'error' => MESSAGES[message.code].level;
