import { stopSecurityStep } from '#shared/api/security-stops.ts';
import { Refusal } from '#shared/refusals.ts';
import { live } from '../gateways/live.ts';
import { hashKey } from '../gateways/secrets.ts';
import { publishEndedSession } from '../live/publish.ts';
import { type Call, serve } from '../serve.ts';
import { passkeysOf } from '../storage/auth/passkeys.ts';
import { endAllSessions } from '../storage/auth/sessions.ts';
import { stopStep } from '../storage/auth/stopped-steps.ts';
import { payoutAccountOf } from '../storage/payouts/payout-accounts.ts';
import { type NamedStep, namedStep, stopView } from './security-stop.ts';

const OVER = 'This can no longer be stopped. Sign in to see your account, or ask us for help.';

/** How often a stop is tried while the account changes at the same moment. */
const TRIES = 3;

/**
 * Stops a step of the takeover ladder: whoever was told of it did not make it. It ends every session, what the step gave and what came
 * after it, and restores what it took (docs/product/auth.md#stopping-a-step). A repeated call finds the step stopped.
 */
export const handler = serve(
  stopSecurityStep,
  async ({ token }, call) => {
    const { table, now } = call;
    for (let attempt = 1; attempt <= TRIES; attempt += 1) {
      const named = await namedStep(table, token, now);
      const view = stopView(named, now);
      if (view.status === 'STOPPED') return { data: [view] };
      if (view.status === 'OVER') throw new Refusal('WRONG_STATUS', { message: OVER });
      if ((await stop(call, named)) === 'CHANGED') continue;
      await endAllSessions(table, named.user.id);
      await publishEndedSession(call, named.user.id, null);
      return { data: [{ ...view, status: 'STOPPED' as const, stoppedAt: now }] };
    }
    throw new Refusal('UNAVAILABLE');
  },
  { gives: { hashKey, live } },
);

/** Stops the step. If another account has the old number by now, this one has none until its owner is helped. */
async function stop(
  { table, now }: Call<typeof stopSecurityStep>,
  { user, step, channel }: NamedStep,
) {
  const passkeys = await passkeysOf(table, user.id);
  const account = step.step === 'PAYOUT_SETUP' ? await payoutAccountOf(table, user.id) : undefined;
  const how = { channel, passkeys, payoutAccountId: account?.accountId };
  const outcome = await stopStep(table, user, step, how, now);
  if (outcome !== 'PHONE_TAKEN') return outcome;
  return stopStep(table, user, step, { ...how, withoutPhone: true }, now);
}
