import { type TouchEvent, useRef, useState } from 'react';

/* A horizontal swipe over a letter. Buttons do the same, so nobody needs it (WCAG 2.5.7). */

/** How far (px) a finger has to move, and from how far off the edges, where phones have gestures of their own. */
const FAR = 72;
const EDGE = 24;

type Start = { readonly x: number; readonly y: number };

export type SwipeOptions = {
  onLeft: (() => void) | undefined;
  onRight: (() => void) | undefined;
};

/** The handlers for the element, and how far (px) it is moved by the finger. Reduced motion: it stays in its place. */
export function useSwipe({ onLeft, onRight }: SwipeOptions) {
  const start = useRef<Start>(undefined);
  const [moved, setMoved] = useState(0);
  const way = (event: TouchEvent) => {
    const touch = event.changedTouches[0];
    if (!start.current || !touch || event.touches.length > 1) return 0;
    const [x, y] = [touch.clientX - start.current.x, touch.clientY - start.current.y];
    return Math.abs(x) > 2 * Math.abs(y) ? x : 0;
  };
  const end = () => {
    start.current = undefined;
    setMoved(0);
  };
  return {
    moved: isStill() ? 0 : moved,
    handlers: {
      onTouchStart: (event: TouchEvent) => {
        const touch = event.touches[0];
        const free = touch && touch.clientX > EDGE && touch.clientX < window.innerWidth - EDGE;
        const one = event.touches.length === 1 && free && !hasSelection();
        start.current = one ? { x: touch.clientX, y: touch.clientY } : undefined;
      },
      onTouchMove: (event: TouchEvent) => {
        const x = way(event);
        setMoved((x < 0 && onLeft) || (x > 0 && onRight) ? x / 2 : 0);
      },
      onTouchEnd: (event: TouchEvent) => {
        const x = way(event);
        end();
        if (x < -FAR) onLeft?.();
        if (x > FAR) onRight?.();
      },
      onTouchCancel: end,
    },
  };
}

const isStill = () => window.matchMedia?.('(prefers-reduced-motion: reduce)').matches ?? false;

/** Whether a text is selected: then a finger moves its handles. */
const hasSelection = () => window.getSelection()?.isCollapsed === false;
