import type { ChatMessage } from '#functions/storage/chat/chat-messages.ts';
import type { Room } from '#shared/rules/chat/chats.ts';
import type { Item } from '../engine.ts';
import { grouped, type Invariant, type Snapshot } from './snapshot.ts';

/* Invariants that are not about money: relations, chats, sessions, links, and the names that lead to an account. */

const after = (text: string, mark = '#') => text.slice(text.indexOf(mark) + 1);
const itemsWith = ({ items }: Snapshot, partition: string, prefix: string) =>
  items.filter(({ pk, sk }) => pk.startsWith(partition) && sk.startsWith(prefix));

/** The relation on the other side. An invitation may have been rejected or blocked there, which its sender does not see. */
const MIRRORS: Readonly<Record<string, readonly string[]>> = {
  CONTACT: ['CONTACT'],
  INVITED_ME: ['INVITED_BY_ME'],
};

/** Contacts are contacts on both sides, and an invitation that somebody has was sent by the other. */
export const relationsHaveTwoSides: Invariant = (state) =>
  itemsWith(state, 'USER#', 'CONTACT#').flatMap(({ pk, sk, status }) => {
    const [me, other] = [after(pk), after(sk)];
    const theirs = state.at(`USER#${other}`, `CONTACT#${me}`)?.status;
    const wanted = MIRRORS[String(status)];
    return wanted && !wanted.includes(String(theirs))
      ? [`${status} of ${me} with ${other} is ${theirs} on the other side`]
      : [];
  });

/** The numbers of contacts, invitations and blocks equal a new count. */
export const contactCountersMatch: Invariant = (state) =>
  state.users.flatMap(({ id }) => {
    const relations = itemsWith(state, `USER#${id}`, 'CONTACT#');
    const kept = state.at(`USER#${id}`, 'CONTACTS');
    const names = { contacts: 'CONTACT', invitations: 'INVITED_ME', blocked: 'BLOCKED' };
    return Object.entries(names).flatMap(([name, status]) => {
      const count = relations.filter((one) => one.status === status).length;
      return Number(kept?.[name] ?? 0) === count
        ? []
        : [`${id} has ${count} ${name}, the counter says ${kept?.[name]}`];
    });
  });

const roomsIn = (state: Snapshot) =>
  itemsWith(state, 'CHAT#', 'ROOM').filter(({ sk }) => sk === 'ROOM') as unknown as Room[];

/** A chat is in the list of each member, and of nobody else; its owner is a member, and nobody has read what was not written. */
export const chatsHaveTheirMembers: Invariant = (state) => {
  const memberships = itemsWith(state, 'CHATS#', 'CHAT#').map(
    ({ pk, sk }) => `${after(sk)} of ${after(pk)}`,
  );
  const wanted = roomsIn(state).flatMap(({ id, members }) =>
    Object.keys(members).map((userId) => `${id} of ${userId}`),
  );
  return [
    ...wanted
      .filter((one) => !memberships.includes(one))
      .map((one) => `the chat ${one} is not listed`),
    ...memberships
      .filter((one) => !wanted.includes(one))
      .map((one) => `the chat ${one} is only listed`),
    ...roomsIn(state).flatMap(({ id, ownerId, members, number }) => [
      ...(ownerId && !(ownerId in members) ? [`the owner of ${id} is no member`] : []),
      ...Object.values(members).flatMap((read) =>
        read > number ? [`in ${id} somebody has read ${read} of ${number} messages`] : [],
      ),
    ]),
  ];
};

/** The messages of a chat have the numbers from 1 to the newest, each names the time of the one before, and none was lost. */
export const chatMessagesAreInOrder: Invariant = (state) => {
  const all = itemsWith(state, 'CHAT#', 'MESSAGE#') as unknown as ChatMessage[];
  const messages = grouped(all, ({ chatId }) => chatId);
  return roomsIn(state).flatMap(({ id, number, newestAt }) => {
    const inOrder = [...(messages.get(id) ?? [])].sort((one, other) => one.number - other.number);
    const last = inOrder.at(-1);
    return [
      ...(inOrder.length === number && (!last || last.sentAt === newestAt)
        ? []
        : [`${id} says ${number} messages, there are ${inOrder.length}`]),
      ...inOrder.flatMap((one, nth) =>
        one.number === nth + 1 && (nth === 0 || one.previousAt === inOrder[nth - 1]?.sentAt)
          ? []
          : [
              `message ${nth + 1} of ${id} has the number ${one.number} or the wrong time before it`,
            ],
      ),
    ];
  });
};

/** The successful calls of an operation, with their inputs and responses. */
const successes = ({ world }: Snapshot, ...operations: readonly string[]) =>
  world.calls.flatMap(({ operation, input, person, process }) => {
    const answer = process.answer as
      | { http: number; body: { data?: { id?: string }[] } }
      | undefined;
    return operations.includes(operation) && process.state === 'done' && answer?.http === 200
      ? [{ input, person, made: answer.body.data?.[0]?.id ?? '', at: process.startedAt }]
      : [];
  });

/** A session that a person ended, or that a new password ended, is over. */
export const endedSessionsAreOver: Invariant = (state) =>
  successes(state, 'endSession').flatMap(({ input, person }) =>
    state.at(`USER#${person.id}`, `SESSION#${input.sessionId}`)
      ? [`the session ${input.sessionId} of ${person.id} was ended and goes on`]
      : [],
  );

/** A session belongs to an account that exists. */
export const sessionsHaveAccounts: Invariant = (state) =>
  itemsWith(state, 'USER#', 'SESSION#').flatMap(({ pk, sk }) =>
    state.at(pk, 'USER') ? [] : [`${sk} belongs to no account`],
  );

/** A person has at most fifty links; the account shows those that are verified, and their pages are checked again. */
export const verifiedLinksAreShown: Invariant = (state) => {
  const links = grouped(itemsWith(state, 'USER#', 'LINK#'), ({ pk }) => pk);
  return [...links].flatMap(([pk, own]) => {
    const verified = own.filter(({ verifiedAt }) => verifiedAt !== undefined);
    const shown = Object.keys((state.at(pk, 'USER')?.verifiedLinks as object | undefined) ?? {});
    const unchecked = verified.filter(({ gsi5sk }) => gsi5sk === undefined);
    return [
      ...(own.length <= 50 ? [] : [`${pk} has ${own.length} links`]),
      ...(shown.length === verified.length
        ? []
        : [`${pk} shows ${shown.length} of ${verified.length} verified links`]),
      ...unchecked.map(({ sk }) => `${sk} of ${pk} is verified and never checked again`),
    ];
  });
};

/** The name and the phone number of an account lead to it, until it is deleted. A registration has none before it is confirmed. */
export const namesLeadToTheirAccounts: Invariant = (state) =>
  state.users.flatMap((user) => {
    if (user.deletedAt !== undefined || user.expiresAt !== undefined) return [];
    const leads = (pk: string): Item | undefined => state.at(pk, 'CLAIM');
    // The account of the support team has no number.
    const phone = user.phoneNumber && `PHONE#${user.phoneNumber}`;
    const names = [`USERNAME#${user.username.toLowerCase()}`, phone].filter(Boolean);
    return names.flatMap((pk) =>
      leads(pk)?.userId === user.id ? [] : [`${pk} leads to ${leads(pk)?.userId}, not ${user.id}`],
    );
  });

/** Nothing personal is left of a deleted account, also if its deletion was interrupted. */
export const deletedAccountsAreForgotten: Invariant = (state) =>
  state.users
    .filter(({ deletedAt }) => deletedAt !== undefined)
    .flatMap(({ id, fullName }) => [
      ...(fullName === 'Deleted account' ? [] : [`the deleted account ${id} has its name`]),
      ...state.items
        .filter(({ pk, sk }) => pk === `USER#${id}` && /^(LINK|DRAFT|PASSKEY|DELETION)/.test(sk))
        .map(({ sk }) => `the deleted account ${id} has ${sk}`),
    ]);
