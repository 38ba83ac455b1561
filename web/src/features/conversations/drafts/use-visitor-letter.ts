import { useEffect, useRef, useState } from 'react';
import type { DraftWords } from '#shared/rules/conversations/drafts.ts';
import { NO_WORDS } from './device-draft.ts';
import { readVisitorLetter, storeVisitorLetter, visitorLetterKey } from './visitor-letter.ts';

type Shown = {
  readonly words: DraftWords;
  /** Incremented when another tab replaced the words, so that the form starts again with them. */
  readonly edition: number;
};

/** The letter of a visitor to a recipient, which follows what another tab writes, and a function that changes it. */
export function useVisitorLetter(recipientId: string, username: string) {
  const [shown, setShown] = useState<Shown>(() => ({ words: keptWords(recipientId), edition: 0 }));
  const words = useRef(shown.words);
  useEffect(() => {
    const follow = ({ key, newValue }: StorageEvent) => {
      // A letter that disappears became a draft: the session that takes this page away follows.
      if (key !== visitorLetterKey(recipientId) || newValue === null) return;
      words.current = keptWords(recipientId);
      setShown(({ edition }) => ({ words: words.current, edition: edition + 1 }));
    };
    window.addEventListener('storage', follow);
    return () => window.removeEventListener('storage', follow);
  }, [recipientId]);
  const write = (change: Partial<DraftWords>) => {
    words.current = { ...words.current, ...change };
    storeVisitorLetter({ recipientId, username, words: words.current });
    setShown(({ edition }) => ({ words: words.current, edition }));
  };
  return { ...shown, write };
}

const keptWords = (recipientId: string): DraftWords =>
  readVisitorLetter(recipientId)?.words ?? NO_WORDS;
