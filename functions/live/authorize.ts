import { systemFunctions } from '#shared/api/system-functions.ts';
import { CHANNEL_NAMESPACE, readChannel } from '#shared/live.ts';
import { Refusal } from '#shared/refusals.ts';
import { checkSession } from '../auth/live-session.ts';
import { type Caller, readAccessToken } from '../auth/tokens.ts';
import { serveAuthorizer } from '../serve-work.ts';

/**
 * Decides who may connect to the socket of live hints, and who may subscribe to a channel: the person whose channel it is, with
 * an access token that is valid until the channel ends and whose session is live. Nobody may publish.
 */
export const handler = serveAuthorizer(
  systemFunctions.authorizeLive,
  async ({ authorizationToken, requestContext }, { now }) => {
    const { operation, channelNamespaceName, channel } = requestContext;
    const caller = await readAccessToken(authorizationToken.replace(/^Bearer /, ''), now);
    if (!caller?.verified) return false;
    if (operation === 'EVENT_CONNECT') return isLive(caller, now);
    if (operation !== 'EVENT_SUBSCRIBE' || channelNamespaceName !== CHANNEL_NAMESPACE) return false;
    const subscribed = readChannel(channel ?? '');
    if (subscribed?.userId !== caller.userId) return false;
    if (subscribed.ends <= now || subscribed.ends > caller.expiresAt) return false;
    return isLive(caller, now);
  },
);

async function isLive(caller: Caller, now: Parameters<typeof checkSession>[1]): Promise<boolean> {
  try {
    await checkSession(caller, now, []);
    return true;
  } catch (fault) {
    if (fault instanceof Refusal) return false;
    throw fault;
  }
}
