import { TYPING_TIME } from '../../../../shared/rules/chat/chats.ts';
import { SECOND } from '../../../../shared/time.ts';

/*
 * Tells the server that somebody is writing: now and then while they type, so that the sign does not expire, and once
 * when they sent it, emptied it or left. Nobody waits for it and nothing depends on it.
 */

/** Typing is told once in this long (ms); in between the sign is still up. */
export const TYPING_AGAIN = 5 * SECOND;

export class TypingSign {
  readonly #mark: () => void;
  readonly #remove: () => void;
  #markedAt = Number.NEGATIVE_INFINITY;

  constructor(mark: () => void, remove: () => void) {
    this.#mark = mark;
    this.#remove = remove;
  }

  /** A key was pressed; `now` in milliseconds. */
  typed(now: number): void {
    if (now - this.#markedAt < TYPING_AGAIN) return;
    this.#markedAt = now;
    this.#mark();
  }

  /** Nothing is being written any more. A sign that expired by itself is not taken back. */
  ended(now: number): void {
    const isUp = now - this.#markedAt < TYPING_TIME;
    this.#markedAt = Number.NEGATIVE_INFINITY;
    if (isUp) this.#remove();
  }
}
