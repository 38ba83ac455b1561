import { formatMoney } from '#shared/money.ts';
import type { Bearer } from '#shared/rules/conversations/manual-refunds.ts';
import type { Case } from '#shared/rules/desk/cases.ts';
import { userById } from '../storage/accounts/users.ts';
import type { TableReader } from '../storage/table.ts';
import type { StaffCall } from './desk-context.ts';

/* A proposed refund in words. docs/product/desk.md#refunds */

/** The bearer of a proposed refund, as the reason code of its case. */
export const refundReasonOf = (bearer: Bearer): string => `REFUND_${bearer.toUpperCase()}`;
export const bearerOf = (reason: string): Bearer =>
  reason === refundReasonOf('recipient') ? 'recipient' : 'platform';

/** Says who proposed a refund that is not decided yet, and whether the caller can decide it. */
export async function waitingProposalSentence(
  { table, now, sessionUser }: StaffCall & { readonly table: TableReader },
  { openedBy, reason, part }: Case,
): Promise<string> {
  const isRefund = reason.startsWith('REFUND_');
  const proposed = part
    ? `proposed to refund ${formatMoney(part.amount)} of it already`
    : isRefund
      ? 'proposed this refund already'
      : 'proposed this already';
  const bearer = isRefund ? `, at the expense of the ${bearerOf(reason)}` : '';
  if (openedBy === sessionUser.id)
    return `You have ${proposed}${bearer}. Someone else has to decide that first.`;
  const by = await userById(table, openedBy, now);
  return `${by?.fullName ?? 'Someone else'} has ${proposed}. You can decide it.`;
}
