import { Refusal } from '#shared/refusals.ts';
import { isMember, type Room } from '#shared/rules/chat/chats.ts';
import type { Conversation } from '#shared/rules/conversations/conversations.ts';
import type { Case, Statement } from '#shared/rules/desk/cases.ts';
import { NOT_YOURS, obstacleTo, peopleOfCase } from '#shared/rules/desk/obstacles.ts';
import { conversationIn } from '../storage/conversations/conversations.ts';
import { caseIdsOf, casesById } from '../storage/desk/cases.ts';
import { conversationKey, type Key, nameOf, roomKey, statementKey } from '../storage/keys.ts';
import type { Item, TableReader } from '../storage/table.ts';

/*
 * Whom a case concerns: who reported or is reported, the sides of its conversation, the members of its chat, who wrote what it quotes,
 * and, for an appeal, whom the appealed decision concerned. They do not see the case, and do not act on its people.
 * docs/product/desk.md#who-may-not
 */

/** The ids of the people whom a case concerns, beyond the members of its chat. */
type Concern = { readonly people: ReadonlySet<string>; readonly room: Room | undefined };

/** Whom each of these cases concerns, by the id of the case, with few reads. */
async function concernsOf(
  table: TableReader,
  cases: readonly Case[],
): Promise<ReadonlyMap<string, Concern>> {
  const appealed = await appealedCases(table, cases);
  const all = [...cases, ...appealed.values()];
  const places = await readAll(
    table,
    [...new Set(all.flatMap((one) => placeOf(one) ?? []))].flatMap((id) => [
      conversationKey(id),
      roomKey(id),
    ]),
  );
  const own = (one: Case): { people: readonly string[]; room: Room | undefined } => {
    const place = placeOf(one);
    const conversation = place && (places.get(nameOf(conversationKey(place))) as Item | undefined);
    const room = place ? (places.get(nameOf(roomKey(place))) as Room | undefined) : undefined;
    const { sender, recipient } = conversation ? conversationIn(conversation) : NO_SIDES;
    const sides = [sender?.id, recipient?.id].filter((id) => id !== undefined);
    return { people: [...peopleOfCase(one), ...sides], room };
  };
  return new Map(
    cases.map((one) => {
      const { people, room } = own(one);
      const before = appealed.get(one.id);
      const earlier = before && own(before);
      return [
        one.id,
        {
          people: new Set([...people, ...(earlier?.people ?? [])]),
          room: room ?? earlier?.room,
        },
      ];
    }),
  );
}

const NO_SIDES: Partial<Pick<Conversation, 'sender' | 'recipient'>> = {};

/** The conversation or chat that a case is about. A proposal about an account has none; a thank-you is within a profile. */
function placeOf({ subject: { type, id, within } }: Case): string | undefined {
  if (type === 'THANKS') return id;
  if (within !== undefined) return within;
  return type === 'CONVERSATION' || type === 'CHAT' || type === 'GROUP' ? id : undefined;
}

/** The cases that led to the appealed decisions, by the id of the appeal. */
async function appealedCases(
  table: TableReader,
  cases: readonly Case[],
): Promise<ReadonlyMap<string, Case>> {
  const appeals = cases.filter(({ subject }) => subject.type === 'STATEMENT');
  const keyOf = ({ userId, subject }: Case) => statementKey(userId, subject.id);
  const statements = await readAll(table, appeals.map(keyOf));
  const caseIdOf = (appeal: Case) =>
    (statements.get(nameOf(keyOf(appeal))) as Statement | undefined)?.caseId;
  const found = new Map(
    (await casesById(table, [...new Set(appeals.flatMap((one) => caseIdOf(one) ?? []))])).map(
      (one) => [one.id, one],
    ),
  );
  return new Map(
    appeals.flatMap((appeal) => {
      const before = found.get(caseIdOf(appeal) ?? '');
      return before ? [[appeal.id, before] as const] : [];
    }),
  );
}

async function readAll(
  table: TableReader,
  keys: readonly Key[],
): Promise<ReadonlyMap<string, unknown>> {
  const items = await table.getMany<unknown>(keys);
  return new Map(keys.map((key, nth) => [nameOf(key), items[nth]]));
}

const concerns = ({ people, room }: Concern, userId: string): boolean =>
  people.has(userId) || (room !== undefined && isMember(room, userId));

/** Those of the cases that do not concern a member of staff: they see them. */
export async function casesNotAbout(
  table: TableReader,
  staffId: string,
  cases: readonly Case[],
): Promise<Case[]> {
  const found = await concernsOf(table, cases);
  return cases.filter(({ id }) => {
    const concern = found.get(id);
    return concern === undefined || !concerns(concern, staffId);
  });
}

/** Refuses with NOT_FOUND a case that concerns the caller, as if it did not exist: they do not learn of it. */
export async function refuseConcerned(
  table: TableReader,
  staffId: string,
  one: Case,
): Promise<void> {
  if ((await casesNotAbout(table, staffId, [one])).length === 0) throw new Refusal('NOT_FOUND');
}

/** The people of a case: whom it concerns by itself, and the sides of its conversation. */
export async function peopleConcerned(table: TableReader, one: Case): Promise<string[]> {
  const found = await concernsOf(table, [one]);
  return [...(found.get(one.id)?.people ?? [])];
}

/** Every case that concerns a member of staff because they opened it or it is about them. They do not see these cases. */
export async function ownCases(table: TableReader, staffId: string): Promise<Case[]> {
  const cases = await casesById(table, await caseIdsOf(table, staffId));
  return cases.filter((one) => peopleOfCase(one).includes(staffId));
}

/**
 * Why a member of staff may not act on these people; undefined if they may: they are one of them, or a case concerns them both. It
 * does not say which case.
 */
export async function obstacleToPeople(
  table: TableReader,
  staffId: string,
  people: readonly string[],
): Promise<string | undefined> {
  const own = obstacleTo(staffId, people);
  if (own) return own;
  const ids = await Promise.all([staffId, ...people].map((id) => caseIdsOf(table, id)));
  const cases = await casesById(table, [...new Set(ids.flat())]);
  for (const concern of (await concernsOf(table, cases)).values())
    if (concerns(concern, staffId) && people.some((id) => concern.people.has(id))) return NOT_YOURS;
  return undefined;
}

/** Refuses with FORBIDDEN whoever may not act on these people. */
export async function refusePeople(
  {
    table,
    sessionUser,
  }: { readonly table: TableReader; readonly sessionUser: { readonly id: string } },
  people: readonly string[],
): Promise<void> {
  const obstacle = await obstacleToPeople(table, sessionUser.id, people);
  if (obstacle) throw new Refusal('FORBIDDEN', { message: obstacle });
}
