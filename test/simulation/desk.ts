import { decideClaim } from '../../functions/conversations/decide-claim.ts';
import { payments } from '../../functions/gateways/payments.ts';
import { logOf } from '../../functions/log.ts';
import { table } from '../../functions/storage/table.ts';
import { newId } from '../../shared/ids.ts';
import { Refusal } from '../../shared/refusals.ts';
import { instant } from '../../shared/time.ts';
import type { Clock } from './clock.ts';

/** A member of staff decides a claim. A claim that is not contested any more is left as it is. */
export async function decideAtDesk(
  clock: Clock,
  conversationId: string,
  outcome: 'UPHELD' | 'REJECTED',
): Promise<void> {
  const now = instant(clock.now());
  const [byUserId, reason] = ['staff', 'The question names the instrument.'];
  const audit = {
    ...{ id: newId(now), at: now, who: byUserId, command: 'decideClaim', about: conversationId },
    ...{ reason, outcome },
  };
  const context = { table, payments, now, log: logOf('desk') };
  try {
    await decideClaim(context, conversationId, { outcome, reason, byUserId, audit });
  } catch (fault) {
    if (!(fault instanceof Refusal)) throw fault;
  }
}
