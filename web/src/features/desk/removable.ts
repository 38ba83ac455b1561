import type { CaseSubject } from '#shared/rules/desk/cases.ts';
import { REMOVABLE } from '#shared/rules/desk/decisions.ts';

/** What can be removed after a report of this subject: the reported link or chat message, and always the biography and portrait. */
export function removableIn({ type, within }: { type: CaseSubject; within: string | null }) {
  return REMOVABLE.filter((one) => {
    if (one === 'LINK') return type === 'LINK';
    if (one === 'MESSAGE') return type === 'MESSAGE' && within !== null;
    return true;
  });
}
