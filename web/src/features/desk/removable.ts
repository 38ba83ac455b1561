import type { CaseSubject } from '#shared/rules/desk/cases.ts';
import { REMOVABLE } from '#shared/rules/desk/decisions.ts';

type Reported = {
  readonly subject: { readonly type: CaseSubject; readonly within: string | null };
  /** The price of the letter that it is about; null for everything else. */
  readonly amount: number | null;
};

/**
 * What can be removed after a report: the reported link or chat message, and always the biography and portrait. The message of a letter
 * stays: it was paid for.
 */
export function removableIn({ subject: { type, within }, amount }: Reported) {
  return REMOVABLE.filter((one) => {
    if (one === 'LINK') return type === 'LINK';
    if (one === 'MESSAGE') return type === 'MESSAGE' && within !== null && amount === null;
    return true;
  });
}
