import { refreshToken } from '#shared/api/current-session.ts';
import { Refusal } from '#shared/refusals.ts';
import { live } from '../gateways/live.ts';
import { publishEndedSession } from '../live/publish.ts';
import { serve } from '../serve.ts';
import { rotateSession } from '../storage/auth/sessions.ts';
import { issueTokens } from './sign-in.ts';

/**
 * Exchanges a refresh token for a new access token, with the account's current plan and status, and a new refresh token. A reused
 * token ends the session, and the device that still has it is told.
 */
export const handler = serve(
  refreshToken,
  async (_input, { table, bearer, userAgent, ...call }) => {
    const presented = { refreshToken: bearer ?? '', userAgent };
    const rotated = await rotateSession(table, presented, call.now);
    if (rotated === 'NOT_GOOD') throw new Refusal('UNAUTHENTICATED');
    if ('ended' in rotated) {
      await publishEndedSession(call, rotated.ended.userId, rotated.ended.sessionId);
      throw new Refusal('UNAUTHENTICATED');
    }
    return issueTokens(rotated.user, rotated, call.now);
  },
  { gives: { live } },
);
