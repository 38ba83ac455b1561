import { handOverDeskItem } from '#shared/api/desk-work.ts';
import { invalidInput, Refusal } from '#shared/refusals.ts';
import { onceForKey } from '../idempotency.ts';
import { serve } from '../serve.ts';
import { writeAuditEntry } from '../storage/audit.ts';
import { definedSteps } from '../storage/counters.ts';
import { handOver, skipItem, workOn } from '../storage/desk/work.ts';
import { claimKey } from '../storage/idempotency.ts';
import { colleaguesFor } from './colleagues.ts';
import { deskAudit, deskPeople } from './desk-context.ts';
import { itemFor } from './desk-items.ts';

/**
 * Hands an item to a colleague, or back to the list, in one transaction with its audit entry. Whoever gave it away is not led to it
 * again for a day. Refuses with WRONG_STATUS what a third member of staff has open, so that their work does not end unseen.
 */
export const handler = serve(handOverDeskItem, async ({ type, id, toUserId, reason }, call) => {
  const { table, now, sessionUser, keyed } = call;
  const item = await itemFor(call, { type, id });
  if (reason === undefined && item.harm < 3)
    throw invalidInput({ reason: 'Please say why you hand it over' });
  const to = toUserId === undefined ? undefined : await colleague(toUserId);
  const message = to ? `It’s handed to ${to.fullName}.` : 'It’s back in the list.';
  const audit = deskAudit(
    call,
    { operation: 'handOverDeskItem', about: id, reason: reason ?? 'Someone may be in danger.' },
    to ? `It’s handed to ${to.id} ${to.fullName}.` : message,
  );
  const write = async () => {
    const outcome = await table.transact(
      ...definedSteps<'SAME_KEY' | 'HELD'>([
        claimKey(keyed, id, now),
        ...handOver(id, { from: sessionUser.id, to: to?.id }, now),
        skipItem(id, sessionUser.id, now),
        writeAuditEntry(audit),
      ]),
    );
    if (outcome === 'HELD') throw await heldRefusal();
    return outcome === 'SAME_KEY' ? outcome : { data: [{ message }] };
  };
  return onceForKey(call, keyed, write, () => ({ data: [{ message }] }));

  async function heldRefusal() {
    const openBy = (await workOn(table, [id], sessionUser.id, now)).get(id)?.openBy;
    const holder = (await deskPeople(table, openBy ? [openBy] : [], now))(openBy);
    const name = holder?.fullName ?? 'A colleague';
    return new Refusal('WRONG_STATUS', {
      message: `${name} has it open right now. It wasn’t handed over.`,
    });
  }

  async function colleague(userId: string) {
    const found = (await colleaguesFor(call, item)).find((one) => one.id === userId);
    if (!found) throw invalidInput({ toUserId: 'They can’t decide about this' });
    return found;
  }
});
