import { useLocation } from 'react-router';

/* Which page is open, or will be when it has loaded. */

let open: string | undefined;

export function recordOpenPage(pathname: string): void {
  open = pathname;
}

/**
 * Returns a function that tells whether the user is still on this page. To be asked after a request. A form that is replaced by
 * something else because its data changed has not left its page.
 */
export function useIsPageOpen(): () => boolean {
  const { pathname } = useLocation();
  return () => open === pathname;
}
