import { writeStatement } from '#functions/storage/desk/statements.ts';
import type { TableWriter } from '#functions/storage/table.ts';
import { newId } from '#shared/ids.ts';
import type { Statement } from '#shared/rules/desk/cases.ts';
import { DAY, type Instant, later } from '#shared/time.ts';

/* Decisions of the staff about demo people. docs/product/desk.md#statements */

export const STATEMENTS: Readonly<
  Record<string, Pick<Statement, 'deed' | 'facts' | 'rule' | 'reason'>>
> = {
  'sam.whitaker': {
    deed: 'WARNED',
    facts:
      'A letter that you wrote was reported. It says that an office passes work permits for a fee, and asks for bank details.',
    rule: 'SCAM_FRAUD',
    reason:
      'Messages that ask for bank details for a business no one can check are not allowed here. Another one ends your account.',
  },
};

const DAYS_AGO = 12;

/** Writes the decision about a person. `present`: the time at which the seeded history ends. */
export async function seedStatement(
  table: TableWriter,
  userId: string,
  statement: (typeof STATEMENTS)[string],
  present: Instant,
): Promise<void> {
  const at = later(present, -DAYS_AGO * DAY);
  await table.write(writeStatement({ ...statement, id: newId(at), userId, at }));
}
