import { useNavigate } from 'react-router';
import { useGoBack } from './BackLink.tsx';
import { useIsPageOpen } from './open-page.ts';

/**
 * Leaves a form that was sent, for the page `to`. If the user came from there, it goes back in the history, so that the
 * page is not in it twice. Does nothing if the user has left the form during the request.
 */
export function useLeaveForm(): (to: string) => void {
  const navigate = useNavigate();
  const goBack = useGoBack();
  const isPageOpen = useIsPageOpen();
  return (to) => {
    if (isPageOpen() && !goBack(to)) void navigate(to, { replace: true });
  };
}
