import type { Cents } from '#shared/money.ts';
import { type MovedMoney, moneyProposal } from '#shared/rules/desk/second-person.ts';

type Limited = { readonly id: string; readonly refundAlone: Cents; readonly movedToday: Cents };

/** Says that money of a conversation is proposed instead of moved; undefined if one person may move it alone. */
export const proposalWords = (
  { id, refundAlone: limit, movedToday }: Limited,
  moved: Omit<MovedMoney, 'subjectId'>,
): string | undefined => moneyProposal({ subjectId: id, ...moved }, { limit, movedToday });
