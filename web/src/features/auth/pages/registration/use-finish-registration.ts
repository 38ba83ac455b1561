import { useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { checkUser } from '../../../../../../shared/api/current-session.ts';
import { isRefusal } from '../../../../api/client.ts';
import { refresh } from '../../../../api/queries.ts';
import { storeAccessToken } from '../../../../api/session.ts';
import { sentenceOf } from '../../../../forms/submission.ts';
import { paths } from '../../../../paths.ts';
import { clearChoices } from '../../registration-choices.ts';

type Finished = Parameters<typeof storeAccessToken>[0];

const FAILED = 'Error while registering your account. Please try again.';

/**
 * Finishes the registration once, updates the session and the user, and opens the app. `send` resolves with undefined
 * if fields are missing; `onDeclined` is called when a card was declined.
 */
export function useFinishRegistration(
  send: () => Promise<Finished | undefined>,
  onDeclined?: () => void,
) {
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const underWay = useRef(false);

  const leave = async (finished: Finished) => {
    storeAccessToken(finished);
    await refresh(checkUser);
    clearChoices();
    navigate(paths.dashboard(), { replace: true });
  };
  const tell = (fault: unknown) => {
    if (isRefusal(fault, 'CARD_DECLINED')) onDeclined?.();
    setError(sentenceOf(fault) ?? FAILED);
  };
  const finish = async () => {
    if (underWay.current) return;
    underWay.current = true;
    setBusy(true);
    setError(undefined);
    try {
      const finished = await send();
      if (finished) await leave(finished);
    } catch (fault) {
      tell(fault);
    } finally {
      underWay.current = false;
      setBusy(false);
    }
  };
  return { busy, error, finish };
}
