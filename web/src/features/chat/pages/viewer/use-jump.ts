import { useEffect, useRef, useState } from 'react';
import { isLoaded, readBackTo } from '../../room-query.ts';

/* Jumps to a message of a chat, which may have to be loaded with all messages after it. docs/product/chat.md#search */

/** The message to go to by its number, or the line "New" above it. */
export type JumpTarget = { readonly number: number; readonly isLine: boolean };

type Jump = { readonly target: JumpTarget; readonly state: 'reading' | 'failed' | 'ready' };

/** How long (ms) the message is highlighted. */
const HIGHLIGHT_TIME = 2_500;

/** `show` scrolls to an element of the log; called once the message is loaded and mounted. */
export function useJump(chatId: string, show: (element: HTMLElement, target: JumpTarget) => void) {
  const [jump, setJump] = useState<Jump>();
  const [highlight, setHighlight] = useState<JumpTarget>();
  const reading = useRef<AbortController>(undefined);
  const cancel = () => {
    reading.current?.abort();
    setJump(undefined);
  };
  useEffect(() => () => reading.current?.abort(), []);
  useEffect(() => {
    if (!highlight) return;
    const end = setTimeout(() => setHighlight(undefined), HIGHLIGHT_TIME);
    return () => clearTimeout(end);
  }, [highlight]);
  const start = async (target: JumpTarget) => {
    cancel();
    if (isLoaded(chatId, target.number)) return setJump({ target, state: 'ready' });
    const controller = new AbortController();
    reading.current = controller;
    const { signal } = controller;
    setJump({ target, state: 'reading' });
    const state = await readBackTo(chatId, target.number, signal).then(
      () => 'ready' as const,
      () => 'failed' as const,
    );
    if (!signal.aborted) setJump({ target, state });
  };
  return {
    start: (target: JumpTarget) => void start(target),
    cancel,
    retry: () => jump && void start(jump.target),
    state: jump?.state,
    /** The target to show now. */
    target: jump?.state === 'ready' ? jump.target : undefined,
    onReady: (element: HTMLElement, target: JumpTarget) => {
      show(element, target);
      // The focus makes screen readers continue from there.
      element.tabIndex = -1;
      element.focus({ preventScroll: true });
      setJump(undefined);
      setHighlight(target);
    },
    /** The number of the message to highlight. */
    highlighted: highlight && !highlight.isLine ? highlight.number : undefined,
  };
}

export type JumpState = ReturnType<typeof useJump>;
