import { useNavigate } from 'react-router';
import { useGoBack } from './BackLink.tsx';
import { useIsPageOpen } from './open-page.ts';
import { openFromTop } from './scroll-position.ts';

/**
 * Leaves a form that was sent, for the page `to`. If the user came from there, it goes back in the history, so that the
 * page is not in it twice. Does nothing if the user has left the form during the request. `top`: the page shows what became of the
 * form at its top, so it is not scrolled to where the user was.
 */
export function useLeaveForm(top?: 'top'): (to: string) => void {
  const navigate = useNavigate();
  const goBack = useGoBack();
  const isPageOpen = useIsPageOpen();
  return (to) => {
    if (!isPageOpen()) return;
    if (top) openFromTop(to);
    if (!goBack(to)) void navigate(to, { replace: true });
  };
}
