import { useEffect } from 'react';

/** A smaller difference (px) is a browser bar, not a keyboard. */
const KEYBOARD_MIN = 120;
/** With less than this (px) above the keyboard, a sticky bar would leave no room for the field. */
const ROOM_FOR_BAR = 330;

/**
 * Gives CSS what an on-screen keyboard leaves of the page: `--visible-height`; `--keyboard-height`, how much it covers from
 * below; and `data-keyboard`, whether there is room for the bar of a screen above it. Most browsers lay the keyboard over
 * the page, where it would cover the field and the main button.
 */
export function useKeyboard(): void {
  useEffect(() => {
    const viewport = window.visualViewport;
    if (!viewport) return;
    const { style, dataset } = document.documentElement;
    const forget = () => {
      delete dataset.keyboard;
      style.removeProperty('--visible-height');
      style.removeProperty('--keyboard-height');
    };
    const measure = () => {
      const { height, offsetTop, scale } = viewport;
      // Zooming does not change the height of the page.
      const visible = Math.round(height * scale);
      if (window.innerHeight - visible < KEYBOARD_MIN) return forget();
      style.setProperty('--visible-height', `${visible}px`);
      // The browser may have moved the visible part down to show the field. A zoomed page is read, not filled in.
      const covered = scale === 1 ? Math.max(0, window.innerHeight - visible - offsetTop) : 0;
      style.setProperty('--keyboard-height', `${Math.round(covered)}px`);
      dataset.keyboard = visible < ROOM_FOR_BAR ? 'low' : 'open';
    };
    measure();
    viewport.addEventListener('resize', measure);
    viewport.addEventListener('scroll', measure);
    return () => {
      viewport.removeEventListener('resize', measure);
      viewport.removeEventListener('scroll', measure);
      forget();
    };
  }, []);
}
