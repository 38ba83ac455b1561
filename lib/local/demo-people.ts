import { holderOfUsername, type User, usersById } from '#functions/storage/accounts/users.ts';
import {
  type ListedConversation,
  listConversations,
} from '#functions/storage/conversations/conversation-lists.ts';
import { dueBalanceOf } from '#functions/storage/payouts/balances.ts';
import { table } from '#functions/storage/table.ts';
import { hoursWords } from '#shared/dates.ts';
import { plural } from '#shared/messages/plural.ts';
import { formatMoney } from '#shared/money.ts';
import { isUndecided } from '#shared/rules/conversations/claim-states.ts';
import { HOUR, type Instant } from '#shared/time.ts';
import { BUSY_PEOPLE } from './busy-day/people.ts';
import { DEMO_PEOPLE, DEMO_STAFF_PEOPLE, type DemoPerson } from './seed/demo.ts';

/*
 * The demo people as they are now: who they are, and what each of them shows. The words of those whose letters, claims and payouts change
 * with time, or with what is done here, follow the data.
 */

export type ShownPerson = DemoPerson & {
  readonly id: string;
  readonly fullName: string;
  readonly avatarUrl: string | null;
  readonly phoneNumber: string;
  readonly isStaff: boolean;
};

type Words = Pick<DemoPerson, 'shows' | 'card'>;
type Mailboxes = {
  readonly inbox: readonly ListedConversation[];
  readonly orders: readonly ListedConversation[];
  /** Whether the payout is held. */
  readonly isHeld: boolean;
  readonly user: User;
  readonly now: Instant;
};

/** Returns the demo people who are there, staff last. */
export async function demoPeople(now: Instant): Promise<ShownPerson[]> {
  const all = [...DEMO_PEOPLE, ...BUSY_PEOPLE, ...DEMO_STAFF_PEOPLE];
  const holders = await Promise.all(
    all.map(({ username }) => holderOfUsername(table, username, now)),
  );
  const ids = holders.flatMap((holder) => holder?.userId ?? []);
  const users = new Map(
    (await usersById(table, ids, now)).flatMap((user) => (user ? [[user.id, user]] : [])),
  );
  const shown = all.map(async (person, nth) => {
    const user = users.get(holders[nth]?.userId ?? '');
    if (!user) return [];
    const words = WORDS[person.username]?.(await mailboxesOf(user, now)) ?? {};
    const { id, fullName, avatarUrl = null, phoneNumber } = user;
    const isStaff = (user.permissionIds ?? []).length > 0;
    return [{ ...person, ...words, id, fullName, avatarUrl, phoneNumber, isStaff }];
  });
  return (await Promise.all(shown)).flat();
}

async function mailboxesOf(user: User, now: Instant): Promise<Mailboxes> {
  const list = async (mailbox: 'INBOX' | 'ORDERS') => {
    const page = { userId: user.id, mailbox, filter: 'ALL', skip: 0, limit: 50 } as const;
    return (await listConversations(table, page))?.conversations ?? [];
  };
  const [inbox, orders, owed] = await Promise.all([
    list('INBOX'),
    list('ORDERS'),
    dueBalanceOf(table, user.id),
  ]);
  return { inbox, orders, isHeld: (owed?.heldUntil ?? 0) > now, user, now };
}

const pendingIn = (list: readonly ListedConversation[]) =>
  list.filter(({ status }) => status === 'PENDING');
const claimedIn = (list: readonly ListedConversation[]) =>
  list.filter(({ money }) => isUndecided(money.claim?.state));

/** `1 letter`, `4 letters`, `no letter`. */
const letters = (count: number) =>
  count === 0 ? 'no letter' : plural(count, { one: '# letter', other: '# letters' });

/** The words of the people who do not show the same for ever. */
const WORDS: Readonly<Record<string, (mailboxes: Mailboxes) => Words | undefined>> = {
  'ana.markovic': ({ inbox }) => {
    const claim = claimedIn(inbox).length > 0 ? ' and a claim' : '';
    const waiting = pendingIn(inbox).length;
    const verb = plural(waiting + claimedIn(inbox).length, { one: 'waits', other: 'wait' });
    const words = `${letters(waiting)}${claim}`;
    if (waiting === 0 && !claim)
      return { shows: 'no letter waits', card: 'Answers. No letter waits for her' };
    return { shows: words, card: `Answers. ${upper(words)} ${verb} for her` };
  },
  'clara.jung': ({ orders, now }) => {
    const letter = orders.find(({ recipient }) => recipient.username === 'ana.markovic');
    if (!letter) return undefined;
    const price = formatMoney(letter.price);
    if (letter.status === 'EXPIRED')
      return { shows: 'got her money back', card: `Asks. Got all ${price} back without an answer` };
    if (letter.status !== 'PENDING')
      return { shows: 'got her answer', card: 'Asks. Ana has answered her' };
    const left = until(letter.deadlineAt, now);
    return { shows: `${left} to a refund`, card: `Asks. ${left} until her ${price} goes back` };
  },
  'ravi.menon': ({ inbox }) => {
    const frozen = claimedIn(inbox).find(({ money }) => money.claim?.state === 'CONTESTED');
    if (!frozen)
      return { shows: 'answers; had a claim', card: 'Answers. A claim he contested is over' };
    const amount = formatMoney(frozen.money.claim?.frozen ?? frozen.price);
    return { shows: 'contested a claim', card: `Answers. Contested a claim, ${amount} frozen` };
  },
  'priya.nair': ({ orders }) =>
    claimedIn(orders).length > 0
      ? undefined
      : { shows: 'made that claim', card: 'Asks. Made that claim, which is over' },
  'oskar.nowak': ({ user }) =>
    user.paidResponseCommitment === 0
      ? undefined
      : { shows: 'takes letters again', card: 'Answers. Takes letters again' },
  'sofia.lindqvist': ({ isHeld }) =>
    isHeld ? undefined : { shows: 'payout was checked', card: 'Answers. Her payout was checked' },
  'j.haddad': ({ inbox }) => {
    const waiting = pendingIn(inbox).length;
    const words =
      waiting === 1
        ? 'one letter waits'
        : `${letters(waiting)} ${waiting === 0 ? 'waits' : 'wait'}`;
    return { shows: words, card: `Answers. ${upper(words)}` };
  },
};

const upper = (words: string) => `${words.charAt(0).toUpperCase()}${words.slice(1)}`;

/** `18 hours`, `3 days`: the time that is left, rounded up. */
const until = (at: Instant, now: Instant) => hoursWords(Math.max(1, Math.ceil((at - now) / HOUR)));
