import { refreshToken } from '../../shared/api/auth.ts';
import { Refusal } from '../../shared/refusals.ts';
import { serve } from '../serve.ts';
import { rotateSession } from '../storage/auth/sessions.ts';
import { issueTokens } from './sign-in.ts';

/** Exchanges a refresh token for a new access token, with the account's current plan and status, and a new refresh token. */
export const handler = serve(refreshToken, async (_input, { table, bearer, userAgent, now }) => {
  const presented = { refreshToken: bearer ?? '', userAgent };
  const rotated = await rotateSession(table, presented, now);
  if (rotated === 'NOT_GOOD') throw new Refusal('UNAUTHENTICATED');
  return issueTokens(rotated.user, rotated, now);
});
