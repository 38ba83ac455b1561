import { useEffect } from 'react';

/** Less than this (px) is a browser's own bar, not a keyboard. */
const KEYBOARD_MIN = 120;

/**
 * Tells the style sheet how much of the window a phone's keyboard leaves, as `--visible-height`. A keyboard lies over
 * the page in most browsers, and what is typed should not be under it.
 */
export function useVisibleHeight(): void {
  useEffect(() => {
    const viewport = window.visualViewport;
    if (!viewport) return;
    const root = document.documentElement;
    const measure = () => {
      const { height, scale } = viewport;
      // A page that was zoomed into is as high as before.
      const visible = Math.round(height * scale);
      const keyboard = window.innerHeight - visible >= KEYBOARD_MIN;
      if (keyboard) root.style.setProperty('--visible-height', `${visible}px`);
      else root.style.removeProperty('--visible-height');
      // The browser moved the page up to show the field, which is in view by itself.
      if (keyboard && scale === 1 && window.scrollY > 0) window.scrollTo(0, 0);
    };
    measure();
    viewport.addEventListener('resize', measure);
    viewport.addEventListener('scroll', measure);
    return () => {
      viewport.removeEventListener('resize', measure);
      viewport.removeEventListener('scroll', measure);
      root.style.removeProperty('--visible-height');
    };
  }, []);
}
