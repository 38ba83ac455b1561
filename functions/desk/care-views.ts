import { parsePhoneNumberFromString } from 'libphonenumber-js/core';
import plans from 'libphonenumber-js/max/metadata';
import type { viewCareCase } from '#shared/api/desk-care.ts';
import type { Output } from '#shared/api/operation.ts';
import { firstName } from '#shared/first-name.ts';
import { DEFAULT_HELP_LINES, type HelpLine, helpLineFor } from '#shared/help-lines.ts';
import { careMessage } from '#shared/messages/care.ts';
import { type Conversation, timeOfAnswer } from '#shared/rules/conversations/conversations.ts';
import { plainText } from '#shared/rules/conversations/messages.ts';
import type { Case } from '#shared/rules/desk/cases.ts';
import { truncateAtWord } from '#shared/rules/text.ts';
import type { Settings } from '#shared/settings.ts';
import type { Instant } from '#shared/time.ts';

import { type User, userById } from '../storage/accounts/users.ts';
import { listConversations } from '../storage/conversations/conversation-lists.ts';
import { messageOf } from '../storage/conversations/messages.ts';
import { statementsOf } from '../storage/desk/statements.ts';
import type { TableReader } from '../storage/table.ts';
import { QUOTE_MAX } from '../support/quotes.ts';
import { conversationOfCase, recordOf } from './case-views.ts';
import { ownCases } from './concerns.ts';
import { deskPeople, type StaffCall } from './desk-context.ts';
import { conversationsOf } from './queues.ts';

/* What staff look at when somebody may hurt themselves. docs/product/desk.md#danger */

type Call = StaffCall & { readonly table: TableReader; readonly settings: Settings };
type CareView = Output<typeof viewCareCase>['data'][number];

/** How many letters of the person are shown. */
const LETTERS = 5;

/** Everything that a decision with care is about. `withTexts`: whether the caller gave a reason to see what was written. */
export async function careView(call: Call, one: Case, withTexts: boolean): Promise<CareView> {
  const { table, now, settings } = call;
  const [user, conversation, letters, written, hidden] = await Promise.all([
    userById(table, one.userId, now),
    conversationOfCase(table, one, now),
    lettersBefore(table, one),
    statementsOf(table, one.userId),
    ownCases(table, call.sessionUser.id),
  ]);
  const record = await recordOf(table, one.userId, { id: call.sessionUser.id, hidden });
  const named = [
    ...letters.map(({ recipient }) => recipient.id),
    ...one.quotes.map(({ userId }) => userId),
    ...(conversation ? [conversation.recipient.id] : []),
  ];
  const person = await deskPeople(table, named, now);
  const line = helpLineOf(settings, user);
  return {
    firstName: nameOf(user) ?? 'this person',
    letter: conversation
      ? {
          id: conversation.id,
          to: person(conversation.recipient.id),
          price: conversation.price,
          moneyState: conversation.money.state,
          returnedAt: one.openedAt,
        }
      : null,
    wrote: withTexts
      ? one.quotes.map(({ userId, at, text }) => ({ by: person(userId), at, text }))
      : null,
    before: {
      letters: await Promise.all(
        letters.map(async (c) => ({
          id: c.id,
          to: person(c.recipient.id),
          at: c.createdAt,
          answered: timeOfAnswer(c) !== undefined,
          text: withTexts ? await textOf(table, c) : null,
        })),
      ),
      // The case itself is not among them.
      reports: Math.max(0, record.reportsAgainst - 1),
    },
    here: {
      lastSeenAt: lastHere(user, one, letters),
      phoneConfirmed: user?.verified ?? false,
      country: countryOf(user) ?? null,
      gone: isGone(user),
    },
    written: written
      .filter(({ deed }) => deed === 'CARE_MESSAGE')
      .map(({ at, readAt = null }) => ({ at, readAt })),
    steps: settings.danger
      ? { personOnDuty: settings.danger.personOnDuty, steps: [...settings.danger.steps] }
      : null,
    emergencyObstacle: emergencyObstacleOf(settings, user) ?? null,
    message: messageFor(settings, user, conversation),
    helpLine: { name: line.name, address: line.address },
    passOn: withTexts && one.decision?.deed === 'EMERGENCY_ASKED' ? passOnOf(settings, user) : null,
  };
}

/** The first name in running text; undefined if the account is gone, and its name with it. */
const nameOf = (user: User | undefined): string | undefined =>
  user === undefined || user.deletedAt !== undefined ? undefined : firstName(user.fullName);

/** When the person was last here: their last visit, or what they wrote, because whoever wrote was here. Null if neither is known. */
function lastHere(
  user: User | undefined,
  one: Case,
  letters: readonly Conversation[],
): Instant | null {
  const moments = [
    ...(user?.lastSeenAt === undefined ? [] : [user.lastSeenAt]),
    ...one.quotes.filter(({ userId }) => userId === one.userId).map(({ at }) => at),
    ...letters.map(({ createdAt }) => createdAt),
  ];
  return moments.reduce<Instant | null>(
    (last, moment) => (last === null || moment > last ? moment : last),
    null,
  );
}

/** Whether no message reaches the account any more. */
export const isGone = (user: User | undefined): boolean =>
  user === undefined || user.deletedAt !== undefined || user.blockedAt !== undefined;

/** Why emergency services cannot be asked, in a sentence; undefined if they can. */
export function emergencyObstacleOf(
  { danger }: Settings,
  user: User | undefined,
): string | undefined {
  if (!danger?.emergencyServices)
    return 'Your operator has not set this up. Call the emergency number yourself if a life is at stake.';
  return user === undefined || user.deletedAt !== undefined
    ? 'This account was deleted, so there is nothing to pass on.'
    : undefined;
}

/** What is passed on to emergency services: the name and the phone number, and nothing that was written. */
export const passOnOf = ({ danger }: Settings, user: User | undefined): CareView['passOn'] =>
  user && danger?.emergencyServices
    ? {
        fullName: user.fullName,
        phoneNumber: user.phoneNumber,
        contact: danger.emergencyServices,
      }
    : null;

/** The message to the person, as it is shown and sent. */
export const messageFor = (
  settings: Settings,
  user: User | undefined,
  conversation: Conversation | undefined,
): string =>
  careMessage({
    firstName: nameOf(user),
    isLetter: conversation !== undefined,
    line: helpLineOf(settings, user),
    returned: conversation && isReturned(conversation) ? conversation.price : undefined,
  });

const isReturned = ({ money, price }: Conversation): boolean =>
  price > 0 && (money.state === 'RELEASED' || money.state === 'REFUNDED');

function helpLineOf({ helpLines }: Settings, user: User | undefined): HelpLine {
  const line = helpLineFor(helpLines ?? DEFAULT_HELP_LINES, countryOf(user));
  if (!line) throw new Error('the settings have no help line for everybody');
  return line;
}

/** The country of the phone number. A number that is reserved for fiction has only its calling code. */
function countryOf(user: User | undefined): string | undefined {
  const parsed = parsePhoneNumberFromString(user?.phoneNumber ?? '', plans);
  return parsed?.country ?? parsed?.getPossibleCountries()[0];
}

/** The letters that the person wrote before the report, without the reported one, the newest first. */
async function lettersBefore(table: TableReader, one: Case): Promise<Conversation[]> {
  const list = { userId: one.userId, mailbox: 'ORDERS', filter: 'ALL', skip: 0 } as const;
  const earlier: Conversation[] = [];
  let cursor: string | undefined;
  do {
    const page = await listConversations(table, { ...list, cursor, limit: 2 * LETTERS });
    const ids = (page?.conversations ?? [])
      .map(({ id }) => id)
      .filter((id) => id !== one.subject.within && id !== one.subject.id);
    const found = await conversationsOf(table, ids);
    earlier.push(...found.filter(({ createdAt }) => createdAt < one.openedAt));
    cursor = page?.cursor;
  } while (cursor !== undefined && earlier.length < LETTERS);
  return earlier.sort((first, second) => second.createdAt - first.createdAt).slice(0, LETTERS);
}

async function textOf(
  table: TableReader,
  { id, questionId }: Conversation,
): Promise<string | null> {
  const question = await messageOf(table, id, questionId);
  return question ? truncateAtWord(plainText(question.body), QUOTE_MAX) : null;
}
