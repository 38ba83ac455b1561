import { CircleAlert, CircleCheck, Info, X } from 'lucide-react';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { IconButton } from './IconButton.tsx';

/*
 * A short message at the top right for five seconds, longer while it is hovered or focused (WCAG 2.2.1). Announced politely. What
 * a user must act on belongs on the page instead, and the action of a toast is also somewhere else. There is one at a time: each
 * replaces the one before, so that an old error is not beside the success of a retry. It ends with the session.
 */

type Tone = 'success' | 'error' | 'info';
type ToastAction = { label: string; onPress: () => void };
type ToastOptions = {
  action?: ToastAction;
  /** It speaks to somebody who is being signed out, so it does not end with the session. */
  outlivesSession?: boolean;
};
export type ToastId = number;
type Toast = ToastOptions & { readonly id: ToastId; readonly tone: Tone; readonly words: string };

const FIVE_SECONDS = 5_000;

let shown: Toast | undefined;
let lastId = 0;
let onChange = () => {};

function change(next: Toast | undefined): void {
  shown = next;
  onChange();
}

function show(tone: Tone, words: string, options: ToastOptions = {}): ToastId {
  lastId += 1;
  change({ ...options, id: lastId, tone, words });
  return lastId;
}

function close(id: ToastId): void {
  if (shown?.id === id) change(undefined);
}

export const toast = {
  success: (words: string, options?: ToastOptions) => show('success', words, options),
  error: (words: string) => show('error', words),
  info: (words: string, options?: ToastOptions) => show('info', words, options),
  /** Removes a toast that no longer applies. */
  takeBack: close,
  /** Removes the toast of the last outcome before a retry; a visible success needs no toast. */
  takeBackOutcome: () => change(undefined),
  /** Removes what was said to a person who is signed out now. */
  endSession: () => {
    if (!shown?.outlivesSession) change(undefined);
  },
};

const ICONS = { success: CircleCheck, error: CircleAlert, info: Info };
const COLORS = { success: 'text-earned-text', error: 'text-red-text', info: 'text-back-text' };

function subscribe(listener: () => void): () => void {
  onChange = listener;
  return () => {
    onChange = () => {};
  };
}

/** Rendered once, in the shell. */
export function ToastHost() {
  const item = useSyncExternalStore(
    subscribe,
    () => shown,
    () => undefined,
  );
  const [isHeld, hold] = useState(false);
  return (
    // It is there before the first toast, so that screen readers announce that one too.
    <section
      aria-label="Notifications"
      aria-live="polite"
      aria-relevant="additions text"
      // Over the header, beside the Back link: it covers nothing that the screen is about.
      className="fixed top-[calc(4px+env(safe-area-inset-top)+var(--bar-height))] right-2 left-14 z-60 ml-auto grid max-w-90"
      onPointerEnter={() => hold(true)}
      onPointerLeave={() => hold(false)}
      onFocus={() => hold(true)}
      onBlur={() => hold(false)}
    >
      {item && <ToastCard key={item.id} item={item} isHeld={isHeld} />}
    </section>
  );
}

function ToastCard({
  item: { id, tone, words, action },
  isHeld,
}: {
  item: Toast;
  isHeld: boolean;
}) {
  useEffect(() => {
    if (isHeld) return;
    const timer = setTimeout(() => close(id), FIVE_SECONDS);
    return () => clearTimeout(timer);
  }, [id, isHeld]);
  const Icon = ICONS[tone];
  return (
    <div className="laid flex items-center gap-3 rounded-card bg-card py-1.5 pr-1.5 pl-4 shadow-float">
      <Icon aria-hidden className={`size-5 shrink-0 ${COLORS[tone]}`} />
      <p className="min-w-0 flex-1 py-1.5 text-[0.9375rem]">{words}</p>
      {action && (
        <button
          type="button"
          onClick={() => {
            close(id);
            action.onPress();
          }}
          className="min-h-11 px-2 font-semibold text-back underline underline-offset-4"
        >
          {action.label}
        </button>
      )}
      <IconButton label="Dismiss" icon={<X aria-hidden size={18} />} onClick={() => close(id)} />
    </div>
  );
}
