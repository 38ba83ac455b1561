import type { CaseSubject } from '#shared/rules/desk/cases.ts';
import { REMOVABLE } from '#shared/rules/desk/decisions.ts';

type Reported = {
  readonly subject: { readonly type: CaseSubject; readonly within: string | null };
  /** The price of the letter that it is about; null for everything else. */
  readonly amount: number | null;
};

/** Whether a report is about a message of a chat. A letter and its replies have a price, a help ticket that of zero. */
export const isChatMessage = ({ subject: { type, within }, amount }: Reported): boolean =>
  type === 'MESSAGE' && within !== null && amount === null;

/**
 * What can be removed after a report: the reported public answer, link, chat message or thank-you, and always the biography and portrait. The message of a letter
 * stays: it was paid for.
 */
export function removableIn(reported: Reported) {
  return REMOVABLE.filter((one) => {
    if (one === 'PUBLIC_ANSWER' || one === 'LINK' || one === 'THANKS')
      return reported.subject.type === one;
    if (one === 'MESSAGE') return isChatMessage(reported);
    return true;
  });
}
