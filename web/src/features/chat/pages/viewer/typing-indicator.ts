import { TYPING_TIME } from '#shared/rules/chat/chats.ts';
import { SECOND } from '#shared/time.ts';

/*
 * Tells the server that the viewer is typing: at intervals, so that the indicator does not expire, and once when they
 * send, clear or leave the field. Failures do not matter.
 */

/** How often (ms) typing is reported, shorter than the indicator lasts. */
export const TYPING_AGAIN = 5 * SECOND;

export class TypingIndicator {
  readonly #mark: () => void;
  readonly #remove: () => void;
  #markedAt = Number.NEGATIVE_INFINITY;

  constructor(mark: () => void, remove: () => void) {
    this.#mark = mark;
    this.#remove = remove;
  }

  /** Called on a keystroke; `now` in milliseconds. */
  typed(now: number): void {
    if (now - this.#markedAt < TYPING_AGAIN) return;
    this.#markedAt = now;
    this.#mark();
  }

  /** Called when typing has ended. An expired indicator needs no request. */
  ended(now: number): void {
    const isUp = now - this.#markedAt < TYPING_TIME;
    this.#markedAt = Number.NEGATIVE_INFINITY;
    if (isUp) this.#remove();
  }
}
