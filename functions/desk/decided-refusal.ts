import { Refusal } from '#shared/refusals.ts';
import { userById } from '../storage/accounts/users.ts';
import type { TableReader } from '../storage/table.ts';
import { caseFor, type StaffCall } from './desk-context.ts';

/** A proposal was withdrawn, or one of several reports was decided alone. */
const CHANGED =
  'This case was changed in the meantime. Nothing was decided. Please look at it again.';

/** The refusal of a case that is decided, which says who decided it, or why its claim ended without a decision. */
export async function decidedRefusal(
  call: StaffCall & { readonly table: TableReader },
  caseId: string,
): Promise<Refusal> {
  const { decision, openedBy } = await caseFor(call, caseId);
  if (!decision) return new Refusal('WRONG_STATUS', { message: CHANGED });
  const decidedAt = new Date(decision.at).toISOString();
  // The person who opened a case may not decide it. Their id in a decision means that no member of staff made it: the claim was withdrawn,
  // or the price was refunded elsewhere.
  if (decision.byUserId === openedBy)
    return new Refusal('WRONG_STATUS', {
      message: decision.reason,
      details: { decidedBy: null, decidedAt },
    });
  const by = await userById(call.table, decision.byUserId, call.now);
  const name = by?.fullName ?? 'Someone else';
  return new Refusal('WRONG_STATUS', {
    message: `${name} has decided this already.`,
    details: { decidedBy: name, decidedAt },
  });
}
