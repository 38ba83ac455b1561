import { systemFunctions } from '#shared/api/system-functions.ts';
import { PROBE_USERNAME, SUPPORT_USERNAME } from '#shared/brand.ts';
import { MINUTE } from '#shared/time.ts';
import { callPublicAddress, type PublicResponse } from '../gateways/public-address.ts';
import { probePassword } from '../gateways/secrets.ts';
import { serveProbe } from '../serve-work.ts';

/**
 * Uses the product as a person does, through its public address: opens a profile, reads it, signs in and out. If one of
 * these fails twice, it throws, which sets off an alarm.
 */
export const handler = serveProbe(systemFunctions.probe, async ({ now, log }) => {
  await runStep('opening a profile', () => callPublicAddress(`/${SUPPORT_USERNAME}`));
  await runStep('reading a profile', () =>
    callPublicAddress(`/api/viewUserProfile?username=${SUPPORT_USERNAME}`),
  );
  // Signs in only every other minute, because of the limit of ten sign-ins in fifteen minutes.
  if (Math.floor(now / MINUTE) % 2 === 1) return;
  const body = { username: PROBE_USERNAME, password: await probePassword() };
  const { status, content } = await runStep(
    'signing in',
    () => callPublicAddress('/authenticate', { body }),
    [GOOD, TOO_MANY],
  );
  // Retries can exceed the limit. The API has answered, so the probe succeeds.
  if (status === TOO_MANY) return log.warn('the probe has reached the limit of sign-ins');
  const token = String(content.access_token);
  await runStep('signing out', () => callPublicAddress('/api/signOut', { body: {}, token }));
});

const GOOD = 200;
const TOO_MANY = 429;

/** Runs a step, and once more if it fails, because a single lost packet is not an outage. */
async function runStep(
  step: string,
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
  throw new Error(`${step} does not work: ${why}`);
}
