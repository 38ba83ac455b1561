import { CircleAlert, CircleCheck, Info, X } from 'lucide-react';
import {
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { IconButton } from './IconButton.tsx';

/*
 * A short message at the top right for five seconds, longer while it is hovered or focused or if it is about money (WCAG 2.2.1). Announced
 * politely. What a user must act on belongs on the page instead, and the action of a toast is also somewhere else. There is one at a time:
 * each replaces the one before, so that an old error is not beside the success of a retry. It ends with the session. Escape closes it. It
 * gives way to the control that has the focus (WCAG 2.4.11).
 */

type Tone = 'success' | 'error' | 'info';
type ToastAction = { label: string; onPress: () => void };
type ToastOptions = {
  action?: ToastAction;
  /** It stays until it is dismissed or replaced: for what became of money, which a slow reader must not miss. */
  stays?: boolean;
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
  const host = useRef<HTMLElement>(null);
  useCloseByEscape(item?.id);
  useGivingWay(host, item?.id);
  return (
    // It is there before the first toast, so that screen readers announce that one too.
    <section
      ref={host}
      aria-label="Notifications"
      aria-live="polite"
      aria-relevant="additions text"
      // Over the header, beside the Back link: it covers nothing that the screen is about. `data-low`: above the bar at the bottom.
      className="fixed top-[calc(4px+env(safe-area-inset-top)+var(--bar-height))] right-2 left-14 z-60 ml-auto grid max-w-90 data-low:top-auto data-low:bottom-[calc(var(--action-bar-height,72px)+var(--keyboard-height)+8px)]"
      onPointerEnter={() => hold(true)}
      onPointerLeave={() => hold(false)}
      onFocus={() => hold(true)}
      onBlur={() => hold(false)}
    >
      {item && <ToastCard key={item.id} item={item} isHeld={isHeld} />}
    </section>
  );
}

/** Closes the shown toast by Escape. An open dialog or menu is closed first. */
function useCloseByEscape(id: ToastId | undefined): void {
  useEffect(() => {
    if (id === undefined) return;
    const press = (event: KeyboardEvent) => {
      const isForOther = document.querySelector('dialog[open], [role=menu]');
      if (event.key === 'Escape' && !isForOther) close(id);
    };
    window.addEventListener('keydown', press, true);
    return () => window.removeEventListener('keydown', press, true);
  }, [id]);
}

/** Moves the shown toast to the bottom while it would cover the focused control at the top. */
function useGivingWay(host: RefObject<HTMLElement | null>, id: ToastId | undefined): void {
  useLayoutEffect(() => {
    const element = host.current;
    if (id === undefined || !element) return;
    const giveWay = () => {
      const focused = document.activeElement;
      // Not from under somebody who is on the toast. The title of the page has no ring that could be covered.
      if (!focused || element.contains(focused) || focused.matches('body, h1')) return;
      const covers = (low: boolean) => {
        element.toggleAttribute('data-low', low);
        return overlap(element.getBoundingClientRect(), focused.getBoundingClientRect());
      };
      // A control as high as the page, such as an editor, is never covered whole.
      if (covers(false) && covers(true)) covers(false);
    };
    giveWay();
    document.addEventListener('focusin', giveWay);
    return () => {
      document.removeEventListener('focusin', giveWay);
      element.removeAttribute('data-low');
    };
  }, [host, id]);
}

const overlap = (one: DOMRect, other: DOMRect): boolean =>
  one.left < other.right &&
  other.left < one.right &&
  one.top < other.bottom &&
  other.top < one.bottom;

function ToastCard({
  item: { id, tone, words, action, stays = false },
  isHeld,
}: {
  item: Toast;
  isHeld: boolean;
}) {
  useEffect(() => {
    if (isHeld || stays) return;
    const timer = setTimeout(() => close(id), FIVE_SECONDS);
    return () => clearTimeout(timer);
  }, [id, isHeld, stays]);
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
