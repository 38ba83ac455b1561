import { type ReactNode, useEffect, useRef } from 'react';
import { useBlocker } from 'react-router';
import { askBeforeUnload } from '#web/ui/ask-before-unload.ts';
import { lazyPart } from '#web/ui/lazy-part.tsx';

const loadConfirm = async () => (await import('#web/ui/Confirm.tsx')).Confirm;
const Confirm = lazyPart(loadConfirm);

export type UnsavedChanges = {
  readonly unsaved: boolean;
  /** A stored draft survives, so the browser need not ask before it closes the page. */
  readonly drafted?: boolean;
  /** Addresses that belong to this form: going there is not leaving it. */
  readonly within?: readonly string[];
  /** Called when the user leaves anyway. */
  readonly onLeave?: () => void;
};

/** Asks before a form with unsaved changes is left. Call `letGo` after saving, before navigating. */
export function useUnsavedChanges({ unsaved, drafted, within = [], onLeave }: UnsavedChanges): {
  readonly letGo: () => void;
  readonly question: ReactNode;
} {
  const saved = useRef(false);
  const blocker = useBlocker(
    ({ currentLocation: { pathname }, nextLocation: next }) =>
      unsaved && !saved.current && pathname !== next.pathname && !within.includes(next.pathname),
  );
  useEffect(() => {
    // Loads the dialog in advance, so that it opens without a connection too.
    if (unsaved) loadConfirm().catch(() => {});
  }, [unsaved]);
  useEffect(() => {
    if (!unsaved || drafted) return;
    window.addEventListener('beforeunload', askBeforeUnload);
    return () => window.removeEventListener('beforeunload', askBeforeUnload);
  }, [unsaved, drafted]);
  return {
    letGo: () => {
      saved.current = true;
    },
    question: blocker.state === 'blocked' && (
      <Confirm
        open
        onOpenChange={(open) => !open && blocker.reset?.()}
        title="Leave without saving?"
        description="What you changed here isn’t saved yet."
        action="Leave without saving"
        actionVariant="danger"
        cancel="Keep editing"
        busy={false}
        onConfirm={() => {
          onLeave?.();
          blocker.proceed?.();
        }}
      />
    ),
  };
}
