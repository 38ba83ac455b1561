import { expect, test } from '@jest/globals';
import { pendingOrder } from '../../support/orders.ts';
import { newPerson, type Person } from '../../support/people.ts';
import { appealedStatement, openedCase } from '../../support/staff.ts';
import { worldOfFile } from '../../support/test-world.ts';

/* What each reader of a decision will read, as the desk shows it before. docs/product/desk.md#claims */

const world = worldOfFile();
const REASON = 'We read all of it twice.';

const seenCase = async (staff: Person, caseId: string) => await staff.looksAtCase({ id: caseId });

/** A reading or a statement without what only one of them has. */
const words = ({ deed, facts }: { deed: string; facts: string }) => ({ deed, facts });

/** What somebody reads at /decisions about what was decided. */
const statementsOf = async (person: Person) => (await person.statements()).data.map(words);

async function reportedProfile() {
  const [staff, reporter] = [await newPerson(world, { staff: 'all' }), await newPerson(world)];
  const person = await newPerson(world, { bio: '<p>Gold for everyone.</p>' });
  const one = await openedCase(world, { openedBy: reporter.user.id, userId: person.user.id });
  return { staff, reporter, person, one };
}

test.each([
  ['WARNED', { outcome: 'UPHELD', deed: 'WARNED' }],
  ['BIO', { outcome: 'UPHELD', deed: 'CONTENT_REMOVED', remove: 'BIO' }],
  ['ACCOUNT_BLOCKED', { outcome: 'UPHELD', deed: 'ACCOUNT_BLOCKED' }],
  ['REJECTED', { outcome: 'REJECTED' }],
])(
  'the desk shows before the decision %s of a report what its readers will read',
  async (choice, ruling) => {
    const { staff, one } = await reportedProfile();
    const shown = (await seenCase(staff, one.id)).reads[choice] ?? [];
    await staff.decidesCase(one, ruling, { reason: REASON });
    const { told, reads } = await seenCase(staff, one.id);
    const reader = (
      read: { person: { id: string }; appealUntil: string | null } & Parameters<typeof words>[0],
    ) => ({
      ...words(read),
      id: read.person.id,
      mayAppeal: read.appealUntil !== null,
    });
    expect(shown.map(reader)).toEqual(told.map(reader));
    expect(shown.length).toBe(choice === 'REJECTED' ? 1 : 2);
    expect(reads).toEqual({});
  },
);

test('the notification of a rejected report is that of a rejected one', async () => {
  const { staff, one } = await reportedProfile();
  const { reads } = await seenCase(staff, one.id);
  const body = (choice: string) => reads[choice]?.at(-1)?.notifications[0]?.body;
  expect(body('REJECTED')).toBeDefined();
  expect(body('WARNED')).toBeDefined();
  expect(body('REJECTED')).not.toBe(body('WARNED'));
});

test('whoever appealed is the reader of the decision of an appeal, and a granted one leaves no warning', async () => {
  const [staff, person] = [await newPerson(world, { staff: 'all' }), await newPerson(world)];
  const { appeal: one } = await appealedStatement(world, person.user.id, 'WARNED');
  const before = await seenCase(staff, one.id);
  expect(before.reads.UPHELD).toMatchObject([{ person: { id: person.user.id }, deed: 'WARNED' }]);
  expect(before.aboutRecord.warnings).toBe(1);
  expect(before.consequences.UPHELD).toContain('The warning no longer counts');
  await staff.decidesCase(one, { outcome: 'UPHELD' }, { reason: REASON });
  expect((await seenCase(staff, one.id)).aboutRecord.warnings).toBe(0);
});

test.each(['REFUND', 'KEEP'])(
  'the desk shows before the decision %s of a payment in review what both sides will read',
  async (outcome) => {
    const staff = await newPerson(world, { staff: 'all' });
    const { sender, recipient, id: conversationId } = await pendingOrder(world);
    await recipient.reportsLetter({ id: conversationId });
    const seen = await staff.looksAtConversation({ id: conversationId });
    const readers = seen.reads[outcome] ?? [];
    expect(readers).toHaveLength(2);
    await staff.decidesReview({ id: conversationId }, outcome, { reason: REASON });
    for (const [nth, read] of readers.entries()) {
      expect(await statementsOf(nth === 0 ? sender : recipient)).toContainEqual(words(read));
      expect(read.notifications).toHaveLength(1);
    }
  },
);
