import { useId } from 'react';
import { useLocation, useNavigate } from 'react-router';

/** The key of the open file in the state of a history entry. */
const OPEN_FILE = 'openFile';

/**
 * Whether a file is shown over the screen. It has an entry of the history, so that the browser’s Back and the gesture of a phone close
 * it, and stay on the screen.
 */
export function useOpenFile(id: string) {
  const navigate = useNavigate();
  // A letter can be on the screen twice, beside a form and in it.
  const key = `${id} ${useId()}`;
  const { pathname, search, state } = useLocation();
  const known = typeof state === 'object' && state !== null ? state : {};
  const isOpen = OPEN_FILE in known && known[OPEN_FILE] === key;
  return {
    isOpen,
    open: () =>
      navigate(pathname + search, {
        state: { ...known, [OPEN_FILE]: key },
        preventScrollReset: true,
      }),
    close: () => {
      if (isOpen) void navigate(-1);
    },
  };
}
