import { markDeskItemAsOpen } from '#shared/api/desk-work.ts';
import { serve } from '../serve.ts';
import { writeAuditEntry } from '../storage/audit.ts';
import { beginLease, prolongLease, workOn } from '../storage/desk/work.ts';
import { deskAudit, deskPeople } from './desk-context.ts';
import { itemFor } from './desk-items.ts';

/** Says that the caller has an item open. The audit has the beginning, not each prolongation. docs/product/desk.md#working-together */
export const handler = serve(markDeskItemAsOpen, async ({ type, id }, call) => {
  const { table, now, sessionUser } = call;
  await itemFor(call, { type, id });
  const act = { operation: 'markDeskItemAsOpen', about: id, reason: 'To work on it.' };
  if ((await prolongLease(table, id, sessionUser.id, now)) === 'OVER')
    await table.transact(
      beginLease(id, sessionUser.id, now),
      writeAuditEntry(deskAudit(call, act, 'It’s open at the desk.')),
    );
  const work = (await workOn(table, [id], sessionUser.id, now)).get(id);
  const handedBy = work?.handedTo === sessionUser.id ? work.handedBy : undefined;
  const ids = [work?.openBy, handedBy].filter((one) => one !== undefined);
  const person = await deskPeople(table, ids, now);
  return { data: [{ openBy: person(work?.openBy), handedBy: person(handedBy) }] };
});
