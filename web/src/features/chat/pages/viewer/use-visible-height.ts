import { useEffect } from 'react';

/** A smaller difference (px) is a browser bar, not a keyboard. */
const KEYBOARD_MIN = 120;

/**
 * Sets `--visible-height` to the height that an on-screen keyboard leaves. In most browsers the keyboard covers the
 * page, and it must not cover the field.
 */
export function useVisibleHeight(): void {
  useEffect(() => {
    const viewport = window.visualViewport;
    if (!viewport) return;
    const root = document.documentElement;
    const measure = () => {
      const { height, scale } = viewport;
      // Zooming does not change the height of the page.
      const visible = Math.round(height * scale);
      const keyboard = window.innerHeight - visible >= KEYBOARD_MIN;
      if (keyboard) root.style.setProperty('--visible-height', `${visible}px`);
      else root.style.removeProperty('--visible-height');
      // The browser scrolled the page to show the field, which is in view anyway.
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
