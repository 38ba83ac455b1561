import { auditEntryOf } from '#functions/desk/audit-entries.ts';
import { holdForCheck } from '#functions/payouts/payout-holds.ts';
import { setPermissions } from '#functions/storage/accounts/permissions.ts';
import type { User } from '#functions/storage/accounts/users.ts';
import { storeDeskLink } from '#functions/storage/auth/desk-links.ts';
import { listConversations } from '#functions/storage/conversations/conversation-lists.ts';
import { openCase } from '#functions/storage/desk/cases.ts';
import { writeStatement } from '#functions/storage/desk/statements.ts';
import { dueBalanceOf } from '#functions/storage/payouts/balances.ts';
import { table } from '#functions/storage/table.ts';
import { newId } from '#shared/ids.ts';
import type { Case } from '#shared/rules/desk/cases.ts';
import { PERMISSIONS, type Permission } from '#shared/rules/desk/permissions.ts';
import { DAY, HOUR, type Instant, later } from '#shared/time.ts';
import { newAccount } from '../new-account.ts';
import { demoDeskLink } from './demo.ts';

/*
 * The staff of the demo, and something in each queue of the desk. What the queues of reviews and claims
 * contain was reported and contested among the conversations. A refund needs two people, so there are two.
 */

export const STAFF: readonly {
  readonly username: string;
  readonly fullName: string;
  readonly permissions: readonly Permission[];
}[] = [
  { username: 'desk', fullName: 'Dana Desk', permissions: PERMISSIONS },
  { username: 'desk.finance', fullName: 'Frida Finance', permissions: ['MODERATOR', 'FINANCE'] },
];

/**
 * Registers the staff. They sign in with the demo password, add a passkey by their link, and sign in again with it. The setting
 * deskPasskeyHours is 0 on this machine, so that it opens the desk at once.
 */
export async function registerStaff(passwordHash: string, now: Instant): Promise<User[]> {
  const staff: User[] = [];
  for (const [index, { username, fullName, permissions }] of STAFF.entries()) {
    const user = await newAccount(
      {
        username,
        fullName,
        passwordHash,
        licenseId: 'FREE',
        phoneNumber: `+1555555109${index}`,
        paidResponseCommitment: 0,
      },
      now,
    );
    const note = { command: `grant ${user.id}`, reason: 'Demo data' };
    const audit = auditEntryOf({ who: 'the demo data', now }, note, user.id, 'Granted.');
    if ((await setPermissions(table, user, permissions, audit)) !== 'done')
      throw new Error(`${username} has other permissions`);
    const link = { command: `desk-link ${user.id}`, reason: 'Demo data' };
    const linked = auditEntryOf({ who: 'the demo data', now }, link, user.id, 'A link.');
    await storeDeskLink(table, user.id, demoDeskLink(username), later(now, 365 * DAY), linked);
    staff.push(user);
  }
  return staff;
}

type Named = (username: string) => User;

/** Opens a report, an appeal and a proposed refund, and holds a payout. `named`: the demo accounts. */
export async function seedCases(named: Named, proposer: User, now: Instant): Promise<void> {
  const [ana, oskar] = [named('ana.markovic'), named('oskar.nowak')];
  await open(now, {
    kind: 'REPORT',
    harm: 2,
    openedAt: later(now, -5 * HOUR),
    openedBy: ana.id,
    userId: oskar.id,
    reason: 'IMPERSONATION',
    subject: { type: 'PROFILE', id: oskar.id },
    text: 'The picture belongs to a chess master I know, and this is not him.',
    quotes: [{ userId: oskar.id, at: later(now, -5 * HOUR), text: 'Chess coach and slow loser.' }],
  });
  // Two others reported the same profile: for staff it is one case.
  for (const [nth, username] of ['priya.nair', 'ben.okafor'].entries()) {
    const openedAt = later(now, (nth - 4) * HOUR);
    await open(now, {
      kind: 'REPORT',
      harm: 2,
      openedAt,
      reason: 'IMPERSONATION',
      openedBy: named(username).id,
      userId: oskar.id,
      subject: { type: 'PROFILE', id: oskar.id },
      text: nth === 0 ? 'I know this face from a chess magazine.' : '',
      quotes: [{ userId: oskar.id, at: openedAt, text: 'Chess coach and slow loser.' }],
    });
  }
  // Above what one person may refund alone.
  const refunded = await answeredId(named('sam.whitaker'), named('sofia.lindqvist'));
  await open(now, {
    kind: 'REFUND',
    id: refunded,
    openedAt: later(now, -DAY),
    reason: 'REFUND_PLATFORM',
    openedBy: proposer.id,
    userId: named('sofia.lindqvist').id,
    subject: { type: 'CONVERSATION', id: refunded },
    text: 'We told Sam two days late that Sofia had answered, and the plant was gone by then.',
  });
  await appeal(named('sam.whitaker'), proposer, now);
  await holdPayout(named('sofia.lindqvist'), now);
}

type SeededCase = Pick<Case, 'kind' | 'openedBy' | 'userId' | 'subject' | 'reason' | 'text'>;

async function open(now: Instant, one: SeededCase & Partial<Case>): Promise<void> {
  const openedAt = one.openedAt ?? now;
  const stored = { id: newId(openedAt), version: 1, harm: 1, quotes: [], notes: [] } as const;
  await table.write(openCase({ ...stored, ...one, openedAt }));
}

/** The id of a message that one person sent and the other answered. */
async function answeredId(sender: User, recipient: User): Promise<string> {
  const list = { userId: recipient.id, mailbox: 'INBOX', filter: 'ALL', skip: 0 } as const;
  const page = await listConversations(table, { ...list, limit: 50 });
  const found = page?.conversations.find(
    (one) => one.sender.id === sender.id && one.net !== undefined,
  );
  if (!found) throw new Error(`${recipient.username} has not answered ${sender.username}`);
  return found.id;
}

/** A warning with an appeal. */
async function appeal({ id: userId }: User, decider: User, now: Instant): Promise<void> {
  const [warnedAt, at] = [later(now, -6 * DAY), later(now, -3 * DAY)];
  const [id, caseId] = [newId(warnedAt), newId(at)];
  await table.write(
    writeStatement({
      id,
      userId,
      at: warnedAt,
      deed: 'WARNED',
      rule: 'SCAM_FRAUD',
      facts: 'Something that you wrote was reported.',
      reason: 'It asked for money outside the product.',
      byUserId: decider.id,
      appeal: { caseId, at },
    }),
  );
  await open(now, {
    kind: 'APPEAL',
    id: caseId,
    openedAt: at,
    openedBy: userId,
    userId,
    reason: 'SCAM_FRAUD',
    subject: { type: 'STATEMENT', id },
    text: 'I asked what the filing fee is. I did not ask anyone to send me money.',
  });
}

/** Holds a payout as the payday would: because of who paid, and with which cards. */
async function holdPayout({ id, username }: User, now: Instant): Promise<void> {
  const owed = await dueBalanceOf(table, id);
  if (!owed || !(await holdForCheck({ table, now }, id, owed)))
    throw new Error(`${username} shows no sign for which a payout is held`);
}
