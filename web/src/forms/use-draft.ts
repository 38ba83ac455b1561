import { useEffect, useState } from 'react';
import type { KeyValueStorage } from '../api/storage.ts';
import { type Draft, storedDraft } from './stored-draft.ts';

/** The draft under `key` for a form: read once, updated on every keystroke, stored when the page is hidden. */
export function useDraft(key: string, storage?: KeyValueStorage): Draft {
  const [draft] = useState(() => storedDraft(key, storage));
  useEffect(() => {
    const whenHidden = () => {
      if (document.visibilityState === 'hidden') draft.flush();
    };
    window.addEventListener('pagehide', draft.flush);
    document.addEventListener('visibilitychange', whenHidden);
    return () => {
      window.removeEventListener('pagehide', draft.flush);
      document.removeEventListener('visibilitychange', whenHidden);
      draft.flush();
    };
  }, [draft]);
  return draft;
}
