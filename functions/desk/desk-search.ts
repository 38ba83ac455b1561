import plans from 'libphonenumber-js/max/metadata';
import type { findAtDesk } from '#shared/api/desk-work.ts';
import type { Output } from '#shared/api/operation.ts';
import { phoneNumberOf } from '#shared/rules/auth/phone-numbers.ts';
import { type Conversation, timeOfAnswer } from '#shared/rules/conversations/conversations.ts';
import { CASE_KINDS, type Case } from '#shared/rules/desk/cases.ts';
import { QUEUE_OF_CASE, queuesOf } from '#shared/rules/desk/permissions.ts';
import { comparedAddress, emailAddress } from '#shared/rules/email/addresses.ts';
import { searchedText } from '#shared/rules/search/search.ts';
import { finds } from '#shared/rules/search/topics.ts';
import type { Settings } from '#shared/settings.ts';
import {
  type User,
  userByCurrentOrEarlierUsername,
  userByPhone,
  usersById,
} from '../storage/accounts/users.ts';
import { accountsWithEmail } from '../storage/auth/email-entries.ts';
import { listConversations } from '../storage/conversations/conversation-lists.ts';
import { casesById, latestCasesOf } from '../storage/desk/cases.ts';
import { findableOf } from '../storage/search/findable.ts';
import { findMatches } from '../storage/search/search.ts';
import type { TableReader } from '../storage/table.ts';
import { casesNotAbout } from './concerns.ts';
import { deskPeople, deskPersonOf, type StaffCall } from './desk-context.ts';
import { conversationsOf, isSide } from './queues.ts';

/*
 * The search of the desk. A phone number or an email address finds somebody only as a whole, so nobody browses by them. What was
 * written is never shown. docs/product/desk.md#search
 */

type Call = StaffCall & { readonly table: TableReader; readonly settings: Settings };
type Found = Output<typeof findAtDesk>['data'][number];

/** What somebody typed. */
export type Sought =
  | { readonly by: 'id'; readonly id: string }
  | { readonly by: 'phone'; readonly number: string }
  | { readonly by: 'email'; readonly address: string }
  | { readonly by: 'name'; readonly name: string };

const ID = /^[0-9A-HJKMNP-TV-Z]{26}$/i;
/** Digits with the signs that people write between them, and no letters. */
const NUMBER = /^\+?[\d\s().\u2011\-/]{7,}$/;

/** Tells what a text seeks. A number or address that is not whole seeks a name, and finds nobody. */
export function soughtIn(text: string, { phoneCountries }: Settings): Sought {
  if (ID.test(text)) return { by: 'id', id: text.toUpperCase() };
  const number = NUMBER.test(text) ? phoneNumberOf(text, phoneCountries[0], plans) : undefined;
  if (number !== undefined) return { by: 'phone', number };
  const address = text.indexOf('@') > 0 ? emailAddress.safeParse(text).data : undefined;
  return address === undefined ? { by: 'name', name: text } : { by: 'email', address };
}

/** How many people, letters and cases are shown. */
const PEOPLE = 5;
const LETTERS = 5;
const CASES = 5;
/** How many cases of a person are looked through for those: the caller may not see some of them. */
const CASES_READ = 50;

/** Finds people, letters and cases. Of the first person, the latest letters and cases are shown too. */
export async function find(call: Call, sought: Sought): Promise<Omit<Found, 'logged'>> {
  const { table, now, sessionUser } = call;
  const users = (await peopleFor(call, sought)).slice(0, PEOPLE);
  const [first] = users;
  const [letters, cases] = await Promise.all([
    sought.by === 'id' ? conversationsOf(table, [sought.id]) : lettersOf(table, first),
    sought.by === 'id' ? casesById(table, [sought.id]) : casesOf(table, first),
  ]);
  const seen = letters.filter((one) => !isSide(sessionUser.id, one)).slice(0, LETTERS);
  const decidable = await seenCases(call, cases);
  const named = [
    ...seen.flatMap(({ sender, recipient }) => [sender.id, recipient.id]),
    ...decidable.map(({ userId }) => userId),
  ];
  const person = await deskPeople(table, named, now);
  return {
    people: users.map((user) => ({
      ...deskPersonOf(user),
      phoneLastDigits: user.phoneNumber.slice(-4),
      plan: user.licenseId,
      verified: user.verified,
    })),
    letters: seen.map((c) => ({
      ...letterFields(c),
      sender: person(c.sender.id),
      recipient: person(c.recipient.id),
    })),
    cases: decidable.map(({ id, kind, reason, userId, openedAt, decision }) => ({
      id,
      kind,
      reason,
      openedAt,
      about: person(userId),
      outcome: decision?.outcome ?? null,
    })),
  };
}

const letterFields = (c: Conversation) => ({
  id: c.id,
  status: c.status,
  price: c.price,
  createdAt: c.createdAt,
  deadlineAt: c.deadlineAt,
  answeredAt: timeOfAnswer(c) ?? null,
  claimed: c.money.claim !== undefined,
});

async function peopleFor(call: Call, sought: Sought): Promise<User[]> {
  const { table, now } = call;
  switch (sought.by) {
    case 'id':
      return present(await usersById(table, [sought.id], now));
    case 'phone':
      return present([await userByPhone(table, sought.number, now)]);
    case 'email': {
      const ids = await accountsWithEmail(table, sought.address, PEOPLE);
      const users = present(await usersById(table, ids, now));
      const compared = comparedAddress(sought.address);
      return users.filter(
        ({ email }) => email !== undefined && comparedAddress(email) === compared,
      );
    }
    case 'name':
      return namedPeople(call, sought.name);
  }
}

const present = (users: readonly (User | undefined)[]): User[] =>
  users.filter((user) => user !== undefined);

/** The person with this username, also a former one, and those whose name contains the text. */
async function namedPeople({ table, now }: Call, name: string): Promise<User[]> {
  const username = name.replace(/^@/, '').toLowerCase();
  const text = searchedText(name.replace(/^@/, ''));
  const [exact, matches] = await Promise.all([
    /^[\w.-]+$/.test(username)
      ? userByCurrentOrEarlierUsername(table, username, now)
      : Promise.resolve(undefined),
    text === '' ? Promise.resolve(undefined) : findMatches(table, text),
  ]);
  const hits = (await matches?.take(2 * PEOPLE)) ?? [];
  const ids = hits.map(({ userId }) => userId);
  const found = present(await usersById(table, ids, now, 'eventual'));
  // An entry of the index may be of an earlier name.
  const current = found.filter((user) => finds(text, findableOf(user)) && user.id !== exact?.id);
  return [...(exact ? [exact] : []), ...current];
}

/** The latest letters of a person, to them and from them, the newest first. */
async function lettersOf(table: TableReader, user: User | undefined): Promise<Conversation[]> {
  if (!user) return [];
  const pages = await Promise.all(
    (['ORDERS', 'INBOX'] as const).map((mailbox) =>
      listConversations(table, {
        userId: user.id,
        mailbox,
        filter: 'ALL',
        skip: 0,
        limit: LETTERS,
      }),
    ),
  );
  const ids = pages.flatMap((page) => page?.conversations.map(({ id }) => id) ?? []);
  const letters = await conversationsOf(table, ids);
  return letters.sort((one, other) => other.createdAt - one.createdAt);
}

const casesOf = async (table: TableReader, user: User | undefined): Promise<Case[]> =>
  user ? latestCasesOf(table, user.id, CASES_READ) : [];

/** The cases that the caller may see, the open ones first, then the newest. */
async function seenCases(call: Call, cases: readonly Case[]): Promise<Case[]> {
  const { table, sessionUser } = call;
  const queues = queuesOf(sessionUser.permissionIds ?? []);
  const permitted = cases.filter(
    ({ kind }) => CASE_KINDS.includes(kind) && queues.includes(QUEUE_OF_CASE[kind]),
  );
  const isDecided = ({ decision }: Case) => Number(decision !== undefined);
  return (await casesNotAbout(table, sessionUser.id, permitted))
    .sort((one, other) => isDecided(one) - isDecided(other) || other.openedAt - one.openedAt)
    .slice(0, CASES);
}
