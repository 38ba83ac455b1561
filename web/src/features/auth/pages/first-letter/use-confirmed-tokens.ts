import { useRef } from 'react';
import { authenticate, verifyUser } from '#shared/api/auth.ts';
import type { Output } from '#shared/api/operation.ts';
import { call, isRefusal } from '#web/api/client.ts';
import { isVerifiedToken } from '#web/api/session.ts';
import { timeZoneHere } from '#web/api/time-zone.ts';
import type { Registered } from './SenderForm.tsx';

type Tokens = Output<typeof authenticate>;

/**
 * Returns the function that confirms a code and returns the tokens of the session. A code works once, so after a lost response
 * nobody knows whether the account is confirmed: the code is sent once more, and if it is refused then, the password of the form tells.
 */
export function useConfirmedTokens(registered: Registered): (code: string) => Promise<Tokens> {
  const { userId, fullName } = registered;
  /** The code whose response was lost. */
  const lost = useRef<string>(undefined);
  const verify = async (verificationCode: string): Promise<Tokens> => {
    const tokens = await call(verifyUser, {
      userId,
      verificationCode,
      timeZone: timeZoneHere(),
    });
    return { ...tokens, user_id: userId, full_name: fullName, avatar_url: null };
  };
  const confirm = async (code: string): Promise<Tokens> => {
    try {
      return await verify(code);
    } catch (fault) {
      if (lost.current === code && isRefusal(fault, 'UNAUTHENTICATED'))
        return (await signInIfConfirmed(registered)) ?? Promise.reject(fault);
      const isRepeated = lost.current === code;
      if (isRefusal(fault, 'UNAVAILABLE', 'INTERNAL')) lost.current = code;
      if (isRepeated || lost.current !== code) throw fault;
      return confirm(code);
    }
  };
  return confirm;
}

/** Signs in with the password if the account is confirmed; undefined if it is not, or if the password is not known any more. */
async function signInIfConfirmed({ asSender, password }: Registered): Promise<Tokens | undefined> {
  if (password === undefined) return undefined;
  const { username } = asSender;
  const tokens = await call(authenticate, {
    username,
    password,
    timeZone: timeZoneHere(),
  }).catch(() => undefined);
  return tokens && isVerifiedToken(tokens.access_token) ? tokens : undefined;
}
