import { useEffect, useState } from 'react';
import { type Draft, storedDraft } from './stored-draft.ts';

/** The draft under `key` for a form: read once, updated on every keystroke, stored when the page is hidden. */
export function useDraft(key: string): Draft {
  const [draft] = useState(() => storedDraft(key));
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
