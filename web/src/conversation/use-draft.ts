import { useEffect, useState } from 'react';
import { type Draft, keepDraft } from './drafts.ts';

/** The draft under `key` for a form: read once, written at every keystroke, safe when the page goes away. */
export function useDraft(key: string): Draft {
  const [draft] = useState(() => keepDraft(key));
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
