import { deviceStorage, type KeyValueStorage } from '../api/storage.ts';

/*
 * A draft in the browser's storage until it is sent. It is stored after a pause in typing, and at once when the page
 * is hidden, because a phone may close it without notice.
 */

/** The pause in typing (ms) after which a draft is stored. */
export const DRAFT_PAUSE = 250;

type DraftStorage = Pick<KeyValueStorage, 'getItem' | 'setItem' | 'removeItem'>;

export type Draft = {
  read(): string;
  write(text: string): void;
  /** Stores unstored text at once. */
  flush(): void;
  clear(): void;
};

/** The draft under `key`. */
export function storedDraft(key: string, storage: DraftStorage = deviceStorage): Draft {
  let waiting: { readonly text: string; readonly timer: ReturnType<typeof setTimeout> } | undefined;
  const drop = () => {
    if (waiting) clearTimeout(waiting.timer);
    waiting = undefined;
  };
  const flush = () => {
    if (!waiting) return;
    const { text } = waiting;
    drop();
    if (text === '') storage.removeItem(key);
    else storage.setItem(key, text);
  };
  return {
    read: () => waiting?.text ?? storage.getItem(key) ?? '',
    write: (text) => {
      drop();
      waiting = { text, timer: setTimeout(flush, DRAFT_PAUSE) };
    },
    flush,
    clear: () => {
      drop();
      storage.removeItem(key);
    },
  };
}
