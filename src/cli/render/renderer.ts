import type { Message, Notify } from '#messages/message';

/** One way to show what happens. It is fed by messages and never owns the flow. */
export interface Renderer {
  readonly notify: Notify;
  /** Lets go of the screen, so that a question can be asked; the next message takes it again. */
  release(): Promise<void>;
}

/** A message with the instant it was sent: ms, UTC, of the run's clock. */
export interface Timed {
  readonly at: number;
  readonly message: Message;
}
