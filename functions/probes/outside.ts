import { systemFunctions } from '../../shared/api/system-functions.ts';
import { PROBE_USERNAME, SUPPORT_USERNAME } from '../../shared/brand.ts';
import { MINUTE } from '../../shared/time.ts';
import { callPublicAddress, type PublicResponse } from '../gateways/public-address.ts';
import { probePassword } from '../gateways/secrets.ts';
import { serveProbe } from '../serve-work.ts';

/**
 * Uses the product as a person does, through its public address: opens a profile, reads it, signs in and out. Throws,
 * which rings its alarm, when one of these does not work at the second try either.
 */
export const handler = serveProbe(systemFunctions.probe, async ({ now, log }) => {
  await works('opening a profile', () => callPublicAddress(`/${SUPPORT_USERNAME}`));
  await works('reading a profile', () =>
    callPublicAddress(`/api/viewUserProfile?username=${SUPPORT_USERNAME}`),
  );
  // Every other minute, or it would meet the limit of ten sign-ins in fifteen minutes.
  if (Math.floor(now / MINUTE) % 2 === 1) return;
  const body = { username: PROBE_USERNAME, password: await probePassword() };
  const { status, content } = await works(
    'signing in',
    () => callPublicAddress('/authenticate', { body }),
    [GOOD, TOO_MANY],
  );
  // It tried again more often than the limit allows: the API answers, and that is what it looks for.
  if (status === TOO_MANY) return log.warn('the probe may not sign in so often');
  const token = String(content.access_token);
  await works('signing out', () => callPublicAddress('/api/signOut', { body: {}, token }));
});

const GOOD = 200;
const TOO_MANY = 429;

/** One lost packet is nobody's outage: what fails is tried once more. */
async function works(
  what: string,
  call: () => Promise<PublicResponse>,
  good: readonly number[] = [GOOD],
): Promise<PublicResponse> {
  let why = '';
  for (let attempt = 1; attempt <= 2; attempt += 1)
    try {
      const answer = await call();
      if (good.includes(answer.status)) return answer;
      why = `answered ${answer.status}`;
    } catch (fault) {
      why = (fault as Error).message;
    }
  throw new Error(`${what} does not work: ${why}`);
}
