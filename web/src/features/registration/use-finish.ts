import { useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { checkUser } from '../../../../shared/api/auth.ts';
import { isRefusal } from '../../api/client.ts';
import { refresh } from '../../api/queries.ts';
import { keepAccessToken } from '../../api/session.ts';
import { sentenceOf } from '../../api/submission.ts';
import { paths } from '../../paths.ts';
import { forgetChoices } from '../../registration/choices.ts';

type Finished = Parameters<typeof keepAccessToken>[0];

const FAILED = 'Error while registering your account. Please try again.';

/**
 * Ends the registration once, brings the session and the account up to date, and leaves for the app. `send` answers
 * nothing where there is still something to fill in; `onDeclined` hears of a card that was refused.
 */
export function useFinish(send: () => Promise<Finished | undefined>, onDeclined?: () => void) {
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const underWay = useRef(false);

  const leave = async (finished: Finished) => {
    keepAccessToken(finished);
    await refresh(checkUser);
    forgetChoices();
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
