import type { DueList } from '#shared/api/schedules.ts';
import { dayOf, fromIso, type Instant, toIso } from '#shared/time.ts';

/*
 * The keys of the lists in the secondary indexes: what a list is of, and in which order. keys.ts says what is in each index.
 */

/** The index keys of a conversation in the recipient's lists. */
export const inboxIndex = (
  recipientId: string,
  status: string,
  modifiedAt: Instant,
  id: string,
) => ({
  gsi1pk: inboxList(recipientId),
  gsi1sk: `${toIso(modifiedAt)}#${id}`,
  gsi2pk: inboxList(recipientId, status),
  gsi2sk: `${toIso(modifiedAt)}#${id}`,
});
/** The index keys of a conversation in the sender's lists. `inAll` is false for an order that is not in the list of all. */
export const ordersIndex = (
  senderId: string,
  { filter, inAll }: { readonly filter: string; readonly inAll: boolean },
  modifiedAt: Instant,
  id: string,
) => ({
  ...(inAll && {
    gsi3pk: ordersList(senderId),
    gsi3sk: `${toIso(modifiedAt)}#${id}`,
  }),
  gsi4pk: ordersList(senderId, filter),
  gsi4sk: `${toIso(modifiedAt)}#${id}`,
});
export const inboxList = (recipientId: string, status?: string) =>
  `INBOX#${recipientId}${status ? `#${status}` : ''}`;
export const ordersList = (senderId: string, status?: string) =>
  `ORDERS#${senderId}${status ? `#${status}` : ''}`;

export const ledgerIndex = (at: Instant, cause: string, userId?: string) => ({
  ...(userId && { gsi1pk: userLedger(userId), gsi1sk: `${toIso(at)}#${cause}` }),
  gsi2pk: dayLedger(dayOf(at)),
  gsi2sk: `${toIso(at)}#${cause}`,
});
/** The time and the cause in such a sort key. */
export const bookedIn = (sortKey: string): { readonly at: Instant; readonly cause: string } => {
  const end = sortKey.indexOf('#');
  return { at: fromIso(sortKey.slice(0, end)), cause: sortKey.slice(end + 1) };
};
export const userLedger = (userId: string) => `LEDGER#${userId}`;
export const dayLedger = (day: string) => `LEDGER#${day}`;

/**
 * The jobs whose pending work is listed in the table. Each has one index partition, which takes a thousand new items a second.
 */
export type Job = DueList;
export const dueIndex = (job: Job, at: Instant, id: string) => ({
  gsi5pk: dueList(job),
  gsi5sk: `${toIso(at)}#${id}`,
});
/** The time at the beginning of such a sort key. */
export const dueTime = (sortKey: string): Instant =>
  fromIso(sortKey.slice(0, sortKey.indexOf('#')));
/** The id at the end of such a sort key. */
export const dueId = (sortKey: string): string => sortKey.slice(sortKey.indexOf('#') + 1);
export const dueList = (job: Job) => `DUE#${job}`;

/** The index keys of a public answer: what its creator has public, what was proposed to the sender, and all that the creator proposed. */
export const publicAnswerIndex = (creatorId: string, publishedAt: Instant, id: string) => ({
  gsi1pk: publicAnswersList(creatorId),
  gsi1sk: `${toIso(publishedAt)}#${id}`,
});
export const askedAnswerIndex = (senderId: string, creatorId: string, id: string) => ({
  gsi2pk: askedAnswersList(senderId),
  gsi2sk: `${creatorId}#${id}`,
});
export const ownAnswerIndex = (creatorId: string, proposedAt: Instant, id: string) => ({
  gsi3pk: ownAnswersList(creatorId),
  gsi3sk: `${toIso(proposedAt)}#${id}`,
});
export const publicAnswersList = (creatorId: string) => `ANSWERS#${creatorId}`;
export const ownAnswersList = (creatorId: string) => `OWNANSWERS#${creatorId}`;
export const askedAnswersList = (senderId: string) => `ASKEDANSWERS#${senderId}`;

export const messageIndex = (messageId: string) => ({
  gsi5pk: `MESSAGE#${messageId}`,
  gsi5sk: 'MESSAGE',
});

export const contactList = (userId: string) => `CONTACTS#${userId}`;
export const invitationList = (userId: string) => `INVITATIONS#${userId}`;
/** The index keys of a contact in the list by name. A space sorts before every letter, so `ann` is before `anna`. */
export const contactNameIndex = (userId: string, otherId: string, orderName: string) => ({
  gsi1pk: contactList(userId),
  gsi1sk: `${orderName} ${otherId}`,
});
/** The index keys of a contact in the list by last contact. */
export const contactTimeIndex = (userId: string, otherId: string, at: Instant) => ({
  gsi2pk: contactList(userId),
  gsi2sk: `${toIso(at)}#${otherId}`,
});
/** The index keys of a contact with a price of their own, in a list by time. */
export const contactPriceIndex = (userId: string, otherId: string, at: Instant) => ({
  gsi5pk: contactList(userId),
  gsi5sk: `${toIso(at)}#${otherId}`,
});
/** The attributes that an update of a contact's position in these lists names. */
export const CONTACT_ORDER_ATTRIBUTES = ['pk', 'sk', 'status', 'at', 'gsi1sk', 'gsi2sk'] as const;
/** The index keys of a pending invitation. */
export const invitationIndex = (userId: string, otherId: string, at: Instant) => ({
  gsi2pk: invitationList(userId),
  gsi2sk: `${toIso(at)}#${otherId}`,
});
export const blockedList = (userId: string) => `BLOCKED#${userId}`;
/** The index keys of a blocked person in the list of whom a person blocked. */
export const blockedIndex = (userId: string, otherId: string, at: Instant) => ({
  gsi2pk: blockedList(userId),
  gsi2sk: `${toIso(at)}#${otherId}`,
});

/** The index keys of an open conversation in the list of its two people, oldest first. */
export const openIndex = (userId: string, otherId: string, conversationId: string) => ({
  gsi5pk: openList(userId, otherId),
  gsi5sk: conversationId,
});
/** The place of something in a queue of the desk: the most harmful first, then the oldest. `harm`: from 1 to 3. */
export const deskPlace = (harm: number, since: Instant, id: string): string =>
  `${9 - harm}#${toIso(since)}#${id}`;
/** The index keys of a reported conversation whose money is under review. */
export const reviewIndex = (harm: number, at: Instant, conversationId: string) => ({
  gsi5pk: REVIEW_LIST,
  gsi5sk: deskPlace(harm, at, conversationId),
});
export const REVIEW_LIST = 'REVIEW';
/** The index keys of a help ticket that waits for support, the oldest first. */
export const ticketIndex = (waitsSince: Instant, conversationId: string) => ({
  gsi5pk: TICKET_LIST,
  gsi5sk: deskPlace(1, waitsSince, conversationId),
});
export const TICKET_LIST = 'TICKETS';
export const openList = (userId: string, otherId: string) =>
  `OPEN#${[userId, otherId].sort().join('#')}`;

export const caseList = (kind: string) => `CASES#${kind}`;
/** The index lists of the cases that a person opened, and of those about a person, by kind and time. */
export const casesBy = (userId: string) => `CASES#BY#${userId}`;
export const casesAbout = (userId: string) => `CASES#ABOUT#${userId}`;
/** The index keys of an open case. `harm`, from 1 to 3: the most harmful cases come first. */
export const caseIndex = (kind: string, harm: number, openedAt: Instant, id: string) => ({
  gsi5pk: caseList(kind),
  gsi5sk: deskPlace(harm, openedAt, id),
});
/** The index keys of a case in the lists of its people, which it keeps after its decision. */
export const caseRecordIndex = (
  kind: string,
  { openedBy, userId }: { readonly openedBy: string; readonly userId: string },
  openedAt: Instant,
  id: string,
) => ({
  gsi1pk: casesBy(openedBy),
  gsi1sk: `${kind}#${toIso(openedAt)}#${id}`,
  gsi2pk: casesAbout(userId),
  gsi2sk: `${kind}#${toIso(openedAt)}#${id}`,
});
/** The id of the case in such a sort key. */
export const caseIdIn = (sortKey: string): string => sortKey.slice(sortKey.lastIndexOf('#') + 1);
