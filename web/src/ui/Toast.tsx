import { Toast as Base } from '@base-ui/react/toast';
import { CircleAlert, CircleCheck, Info, X } from 'lucide-react';
import { IconButton } from './IconButton.tsx';

/*
 * A short message at the top right for five seconds, longer while it is hovered or focused. Announced politely: the
 * library's high priority would hide it from assistive technology and yet focus it. What a user must act on belongs
 * on the page instead. Each outcome replaces the one before, so that an old error is not beside the success of a
 * retry.
 */

type Tone = 'success' | 'error' | 'info';
type ToastAction = { label: string; onPress: () => void };
export type ToastId = string;

const manager = Base.createToastManager();
const FIVE_SECONDS = 5_000;

/** The toast of the last outcome. */
let outcome: ToastId | undefined;

function show(tone: Tone, words: string, action?: ToastAction): ToastId {
  if (!action) takeBackOutcome();
  const id = manager.add({
    title: words,
    type: tone,
    // A toast with an action stays until the user decides.
    timeout: action ? 0 : FIVE_SECONDS,
    ...(action ? { actionProps: { children: action.label, onClick: action.onPress } } : {}),
  });
  if (!action) outcome = id;
  return id;
}

function takeBackOutcome(): void {
  if (outcome !== undefined) manager.close(outcome);
  outcome = undefined;
}

export const toast = {
  success: (words: string) => show('success', words),
  error: (words: string) => show('error', words),
  info: (words: string, action?: ToastAction) => show('info', words, action),
  /** Removes a toast that no longer applies. */
  takeBack: (id: ToastId) => manager.close(id),
  /** Removes the toast of the last outcome before a retry; a visible success needs no toast. */
  takeBackOutcome,
};

const ICONS = { success: CircleCheck, error: CircleAlert, info: Info };
const COLORS = { success: 'text-earned-text', error: 'text-red-text', info: 'text-back-text' };

/** Rendered once, in the shell. */
export function ToastHost() {
  return (
    <Base.Provider toastManager={manager} timeout={FIVE_SECONDS} limit={3}>
      <Base.Portal>
        <Base.Viewport className="fixed top-[max(12px,env(safe-area-inset-top))] right-3 left-3 z-60 ml-auto grid max-w-90 gap-2">
          <Toasts />
        </Base.Viewport>
      </Base.Portal>
    </Base.Provider>
  );
}

function Toasts() {
  const { toasts } = Base.useToastManager();
  return toasts.map((item) => {
    const tone: Tone = item.type === 'success' || item.type === 'error' ? item.type : 'info';
    const Icon = ICONS[tone];
    return (
      <Base.Root
        key={item.id}
        toast={item}
        swipeDirection={['right', 'up']}
        className="laid rounded-card bg-card shadow-float data-limited:hidden"
      >
        <Base.Content className="flex items-center gap-3 py-1.5 pr-1.5 pl-4">
          <Icon aria-hidden className={`size-5 shrink-0 ${COLORS[tone]}`} />
          <Base.Title className="min-w-0 flex-1 py-1.5 text-[0.9375rem]" render={<p />} />
          {item.actionProps && (
            <Base.Action className="min-h-11 px-2 font-semibold text-back underline underline-offset-4" />
          )}
          <Base.Close render={<IconButton label="Dismiss" icon={<X aria-hidden size={18} />} />} />
        </Base.Content>
      </Base.Root>
    );
  });
}
