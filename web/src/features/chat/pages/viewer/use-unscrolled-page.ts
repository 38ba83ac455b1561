import { useEffect } from 'react';

/**
 * Keeps a chat, which fills what an on-screen keyboard leaves of the page, at its top: the browser scrolls the page to show
 * the field, which is in view anyway.
 */
export function useUnscrolledPage(): void {
  useEffect(() => {
    const viewport = window.visualViewport;
    if (!viewport) return;
    const unscroll = () => {
      const hasKeyboard = document.documentElement.dataset.keyboard !== undefined;
      if (hasKeyboard && viewport.scale === 1 && window.scrollY > 0) window.scrollTo(0, 0);
    };
    viewport.addEventListener('resize', unscroll);
    viewport.addEventListener('scroll', unscroll);
    return () => {
      viewport.removeEventListener('resize', unscroll);
      viewport.removeEventListener('scroll', unscroll);
    };
  }, []);
}
