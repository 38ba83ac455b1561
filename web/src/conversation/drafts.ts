/*
 * What is being written, kept in the browser until it is sent. Writing to storage waits for a pause in the typing and
 * happens at once when the page is hidden, since a phone may end it without another word.
 */

/** A pause this long (ms) counts as the end of a keystroke's turn. */
export const DRAFT_PAUSE = 250;

export type Draft = {
  read(): string;
  write(text: string): void;
  /** Stores what is not stored yet. */
  flush(): void;
  clear(): void;
};

/** The draft under `key`. A full or forbidden storage loses the draft, never the page. */
export function keepDraft(key: string, storage: Storage = localStorage): Draft {
  let waiting: { readonly text: string; readonly timer: ReturnType<typeof setTimeout> } | undefined;
  const drop = () => {
    if (waiting) clearTimeout(waiting.timer);
    waiting = undefined;
  };
  const flush = () => {
    if (!waiting) return;
    const { text } = waiting;
    drop();
    store(storage, key, text);
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

function store(storage: Storage, key: string, text: string): void {
  try {
    if (text === '') storage.removeItem(key);
    else storage.setItem(key, text);
  } catch {
    // Private windows and full phones refuse; the text on the screen stays.
  }
}
