import { Refusal } from '../../shared/refusals.ts';
import { userById } from '../storage/accounts/users.ts';
import type { TableReader } from '../storage/table.ts';
import { caseFor, type StaffCall } from './desk-context.ts';

/** The refusal of a case that is decided, which says who decided it, or why its claim ended without a decision. */
export async function decidedRefusal(
  call: StaffCall & { readonly table: TableReader },
  caseId: string,
): Promise<Refusal> {
  const { decision, openedBy } = await caseFor(call, caseId);
  const decidedAt = decision ? new Date(decision.at).toISOString() : null;
  // The person who opened a case may not decide it. Their id in a decision means that no member of staff made it: the claim was withdrawn,
  // or the price was refunded elsewhere.
  if (decision?.byUserId === openedBy)
    return new Refusal('WRONG_STATUS', {
      message: decision.reason,
      details: { decidedBy: null, decidedAt },
    });
  const by = decision && (await userById(call.table, decision.byUserId, call.now));
  const name = by?.fullName ?? 'Someone else';
  return new Refusal('WRONG_STATUS', {
    message: `${name} has decided this already.`,
    details: { decidedBy: name, decidedAt },
  });
}
