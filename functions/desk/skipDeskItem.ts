import { skipDeskItem } from '#shared/api/desk-work.ts';
import { onceForKey } from '../idempotency.ts';
import { serve } from '../serve.ts';
import { writeAuditEntry } from '../storage/audit.ts';
import { definedSteps } from '../storage/counters.ts';
import { endLease, skipItem } from '../storage/desk/work.ts';
import { claimKey } from '../storage/idempotency.ts';
import { deskAudit } from './desk-context.ts';
import { itemFor } from './desk-items.ts';

/** Leaves an item for later, and frees it for colleagues. */
export const handler = serve(skipDeskItem, async ({ type, id }, call) => {
  const { table, now, sessionUser, keyed } = call;
  await itemFor(call, { type, id });
  const act = { operation: 'skipDeskItem', about: id, reason: 'Left for later.' };
  const write = async () => {
    const outcome = await table.transact(
      ...definedSteps<'SAME_KEY'>([
        claimKey(keyed, id, now),
        skipItem(id, sessionUser.id, now),
        writeAuditEntry(deskAudit(call, act, 'It’s left for later.')),
      ]),
    );
    if (outcome === 'SAME_KEY') return outcome;
    // If this fails, the lease ends by itself within a minute.
    await endLease(table, id, sessionUser.id);
    return {};
  };
  return onceForKey(call, keyed, write, () => ({}));
});
