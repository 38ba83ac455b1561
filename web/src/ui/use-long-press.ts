import { type MouseEvent, type PointerEvent, useEffect, useRef } from 'react';

/** After how long (ms) a press is long: as on iOS and Android. */
const LONG_MS = 500;
/** A finger that moves farther (px) scrolls. */
const MOVED_PX = 10;
/** These keep the menu of the system: open in a new tab, save the picture, select. */
const OF_THE_SYSTEM = 'a, img, button, input, textarea';

type Press = { x: number; y: number; timer: ReturnType<typeof setTimeout>; isDone: boolean };

/**
 * The handlers of an element whose long press with a finger does something, in place of the text menu of the system. Android reports a
 * long press as `contextmenu`, iOS not at all, so the time is measured as well. The element needs the class `long-press`, and a
 * button that does the same for the mouse, the keyboard and screen readers.
 */
export function useLongPress(onLongPress: () => void) {
  const press = useRef<Press>(undefined);
  const end = () => {
    clearTimeout(press.current?.timer);
    press.current = undefined;
  };
  useEffect(() => () => clearTimeout(press.current?.timer), []);
  const act = () => {
    if (!press.current || press.current.isDone) return;
    press.current.isDone = true;
    swallowClick();
    onLongPress();
  };
  return {
    onPointerDown: ({ pointerType, isPrimary, target, clientX: x, clientY: y }: PointerEvent) => {
      // A second finger zooms.
      end();
      if (pointerType !== 'touch' || !isPrimary || (target as Element).closest(OF_THE_SYSTEM))
        return;
      press.current = { x, y, timer: setTimeout(act, LONG_MS), isDone: false };
    },
    onPointerMove: ({ clientX, clientY }: PointerEvent) => {
      const { x, y } = press.current ?? { x: clientX, y: clientY };
      if (Math.hypot(clientX - x, clientY - y) > MOVED_PX) end();
    },
    onPointerUp: end,
    onPointerCancel: end,
    onContextMenu: (event: MouseEvent) => {
      if (!press.current) return;
      event.preventDefault();
      act();
    },
  };
}

/** Ignores the click at the end of a long press, which would press what has opened under the finger. */
function swallowClick(): void {
  const swallow = (event: Event) => {
    event.preventDefault();
    event.stopPropagation();
    forget();
  };
  const forget = () => {
    window.removeEventListener('click', swallow, true);
    for (const next of NEXT_PRESS) window.removeEventListener(next, forget, true);
  };
  window.addEventListener('click', swallow, true);
  for (const next of NEXT_PRESS) window.addEventListener(next, forget, true);
}

const NEXT_PRESS = ['pointerdown', 'keydown'];
