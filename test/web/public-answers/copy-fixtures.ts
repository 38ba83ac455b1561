import { viewInboxMessages, viewOrderMessages } from '#shared/api/conversation-messages.ts';
import { viewInbox, viewOrder } from '#shared/api/conversations.ts';
import type { Output } from '#shared/api/operation.ts';
import { viewUserProfile } from '#shared/api/profiles.ts';
import { viewPublicAnswer, viewPublicAnswerPage } from '#shared/api/public-answers.ts';
import { DAY, later } from '#shared/time.ts';
import { paths } from '#web/paths.ts';
import { serve, success } from '../open-screen.ts';
import { ana, ben, bensProfile, type Conversation, message, NOW } from '../screen-fixtures.ts';

/* A letter of Ben and its answer by Ana, a copy of which is proposed to become public. */

export type Copy = Output<typeof viewPublicAnswer>['data'][number];

const texts = {
  title: 'Refused at the counter',
  question: 'My permit ends on the 30th. What do I do now?',
  answer: 'Dear Ben,\nHand in a certified copy within 28 days, and ask for a receipt.',
};
const place = (part: 'question' | 'answer', words: string) => {
  const start = texts[part].indexOf(words);
  return { part, start, end: start + words.length };
};
export const NAME = { ...place('answer', 'Ben'), kind: 'PARTICIPANT' as const };
export const THE_30TH = { ...place('question', 'on the 30th'), kind: 'DATE' as const };

/** What Ana proposed, as Ben sees it. */
export const proposed: Copy = {
  state: 'PROPOSED',
  id: '01J000000000000000000000PA',
  side: 'sender',
  version: 1,
  texts,
  edits: [NAME],
  editsBefore: null,
  places: [THE_30TH, NAME],
  sensitive: false,
  sensitiveField: false,
  recipientName: ana.fullName,
  recipientUsername: ana.username,
  recipientAvatarUrl: null,
  senderName: ben.fullName,
  proposedAt: NOW,
  until: later(NOW, 30 * DAY),
  publishedAt: null,
  endedAt: null,
  held: false,
  actions: ['revise', 'agree', 'decline'],
};
/** What Ben sees once it is public. */
export const published: Copy = {
  ...proposed,
  state: 'PUBLIC',
  publishedAt: NOW,
  actions: ['withdraw'],
};
/** What Ana sees before she proposes it. */
export const unproposed: Copy = {
  ...proposed,
  state: null,
  id: null,
  side: 'recipient',
  version: 0,
  proposedAt: null,
  until: null,
  actions: ['propose'],
};
/** What Ben changed, as Ana sees it. */
export const revised: Copy = {
  ...proposed,
  state: 'REVISED',
  side: 'recipient',
  version: 2,
  edits: [NAME, THE_30TH],
  editsBefore: [NAME],
  actions: ['agree', 'withdraw'],
};

export const serveCopy = (copy: Copy) =>
  serve(viewPublicAnswer, () => success(viewPublicAnswer, { data: [copy] }));

const answer = {
  id: '01J000000000000000000000AN',
  kind: 'PAID_RESPONSE' as const,
  senderId: ana.id,
  senderName: ana.fullName,
  senderAvatar: null,
  body: '<p>Hand in a certified copy within 28 days, and ask for a receipt.</p>',
  dateTimeSent: NOW,
  messageRead: true,
  dateTimeRead: NOW,
};

type State = NonNullable<Conversation['publicAnswer']>['state'];

/** The answered letter, with a public answer in this state, or without one. */
export function answeredLetter(state?: State): Conversation {
  const publicAnswer = {
    id: '01J000000000000000000000PA',
    proposedAt: NOW,
    until: later(NOW, 30 * DAY),
    publishedAt: state === 'PUBLIC' ? NOW : null,
    endedAt: null,
  };
  return {
    ...message,
    status: 'OPEN',
    moneyState: 'CHARGED',
    ...(state && { publicAnswer: { ...publicAnswer, state } }),
    timeline: [
      { event: 'PAID', at: NOW, moneyState: 'HELD' },
      { event: 'ANSWERED', at: NOW, moneyState: 'CHARGED' },
    ],
  };
}

/** Serves the answered letter to both. */
export function serveAnsweredLetter(state?: State): void {
  const letter = answeredLetter(state);
  const messages = { data: [answer], pageTotal: 1 };
  serve(viewOrder, () => success(viewOrder, { data: [letter] }));
  serve(viewInbox, () => success(viewInbox, { data: [letter] }));
  serve(viewOrderMessages, () => success(viewOrderMessages, messages));
  serve(viewInboxMessages, () => success(viewInboxMessages, messages));
}

/** The address of a public answer by Ben, which `servePublicPage` serves. */
export const PUBLIC_PAGE = paths.publicAnswer(ben.username, '01J000000000000000000000PA');

/** Serves the page of a public answer with a hidden name. */
export function servePublicPage(): void {
  const page: Output<typeof viewPublicAnswerPage>['data'][number] = {
    id: '01J000000000000000000000PA',
    creatorId: ben.id,
    username: ben.username,
    fullName: ben.fullName,
    profileImageUrl: null,
    title: [{ text: 'What now?' }],
    question: [[{ text: 'What do I do?' }]],
    answer: [[{ text: 'Dear ' }, { text: '——', hidden: 'NAME' }, { text: ', wait.' }]],
    date: '2026-11-28',
    publishedOn: '2026-11-29',
    namesHidden: 1,
    placesHidden: 0,
    placesReworded: 0,
    sensitive: false,
    more: [],
    total: 1,
  };
  serve(viewPublicAnswerPage, () => success(viewPublicAnswerPage, { data: [page] }));
  serve(viewUserProfile, () => success(viewUserProfile, { data: [bensProfile] }));
}
