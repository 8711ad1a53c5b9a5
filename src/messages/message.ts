import type { MESSAGES } from './registry.ts';

export type MessageCode = keyof typeof MESSAGES;

/** The data of a message: only `code` and `data` are stable, the text is not. */
export type Message = {
  [Code in MessageCode]: { readonly code: Code; readonly data: Parameters<(typeof MESSAGES)[Code]['text']>[0] };
}[MessageCode];

/** How everything below the command line speaks to the operator. Never throws, never waits. */
export type Notify = (message: Message) => void;
