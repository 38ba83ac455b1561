import { CircleAlert, CircleCheck, Info, X } from 'lucide-react';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { IconButton } from './IconButton.tsx';

/*
 * A short message at the top right for five seconds, longer while it is hovered or focused. Announced politely. What
 * a user must act on belongs on the page instead. Each outcome replaces the one before, so that an old error is not
 * beside the success of a retry.
 */

type Tone = 'success' | 'error' | 'info';
type ToastAction = { label: string; onPress: () => void };
export type ToastId = number;
type Toast = { id: ToastId; tone: Tone; words: string; action: ToastAction | undefined };

const FIVE_SECONDS = 5_000;
const LIMIT = 3;

const NONE: readonly Toast[] = [];
let toasts = NONE;
let lastId = 0;
let onChange = () => {};

/** The toast of the last outcome. */
let outcome: ToastId | undefined;

function change(next: readonly Toast[]): void {
  toasts = next;
  onChange();
}

const close = (id: ToastId) => change(toasts.filter((one) => one.id !== id));

function show(tone: Tone, words: string, action?: ToastAction): ToastId {
  if (!action) takeBackOutcome();
  lastId += 1;
  change([...toasts, { id: lastId, tone, words, action }].slice(-LIMIT));
  if (!action) outcome = lastId;
  return lastId;
}

function takeBackOutcome(): void {
  if (outcome !== undefined) close(outcome);
  outcome = undefined;
}

export const toast = {
  success: (words: string) => show('success', words),
  error: (words: string) => show('error', words),
  info: (words: string, action?: ToastAction) => show('info', words, action),
  /** Removes a toast that no longer applies. */
  takeBack: close,
  /** Removes the toast of the last outcome before a retry; a visible success needs no toast. */
  takeBackOutcome,
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
  const shown = useSyncExternalStore(
    subscribe,
    () => toasts,
    () => NONE,
  );
  const [isHeld, hold] = useState(false);
  return (
    // It is there before the first toast, so that screen readers announce that one too.
    <section
      aria-label="Notifications"
      aria-live="polite"
      aria-relevant="additions text"
      className="fixed top-[calc(68px+env(safe-area-inset-top)+var(--bar-height))] right-3 left-3 z-60 ml-auto grid max-w-90 gap-2"
      onPointerEnter={() => hold(true)}
      onPointerLeave={() => hold(false)}
      onFocus={() => hold(true)}
      onBlur={() => hold(false)}
    >
      {shown.map((item) => (
        <ToastCard key={item.id} item={item} isHeld={isHeld} />
      ))}
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
  // A toast with an action stays until the user decides.
  const stays = isHeld || action !== undefined;
  useEffect(() => {
    if (stays) return;
    const timer = setTimeout(() => close(id), FIVE_SECONDS);
    return () => clearTimeout(timer);
  }, [id, stays]);
  const Icon = ICONS[tone];
  return (
    <div className="laid flex items-center gap-3 rounded-card bg-card py-1.5 pr-1.5 pl-4 shadow-float">
      <Icon aria-hidden className={`size-5 shrink-0 ${COLORS[tone]}`} />
      <p className="min-w-0 flex-1 py-1.5 text-[0.9375rem]">{words}</p>
      {action && (
        <button
          type="button"
          onClick={action.onPress}
          className="min-h-11 px-2 font-semibold text-back underline underline-offset-4"
        >
          {action.label}
        </button>
      )}
      <IconButton label="Dismiss" icon={<X aria-hidden size={18} />} onClick={() => close(id)} />
    </div>
  );
}
