import * as z from 'zod/mini';
import { id } from '../ids.ts';
import { listField } from '../list-field.ts';
import { CONTENT_REPORT_REASONS, reportText } from '../rules/desk/reports.ts';
import { PUBLIC_ANSWER_STATES } from '../rules/public-answers/public-answers.ts';
import { EDITS_MAX, PARTS, PLACE_KINDS, REWORDED_MAX } from '../rules/public-answers/texts.ts';
import { oneLine } from '../rules/text.ts';
import { moment, wholeNumber, yesOrNo } from '../wire.ts';
import {
  DAY,
  HOUR,
  MINUTE,
  nothing,
  one,
  operation,
  PUBLIC_CACHE_SECONDS,
  page,
} from './operation.ts';
import { paging } from './paging.ts';

/* Public answers: the copies of letters and answers that both people agreed to publish. docs/product/public-answers.md */

const text = z.string();
const part = z.enum(PARTS);
const kind = z.enum(PLACE_KINDS);
const place = { part, start: z.int().check(z.minimum(0)), end: z.int().check(z.minimum(0)), kind };

const BAD_EDITS = 'Please send the changes as a list';
/** The most characters of all changes as JSON text. */
const EDITS_TEXT_MAX = 20_000;

/** The changes of a copy: what is hidden, and what is said in other words. */
const edits = listField(
  z
    .array(
      z.object({
        ...place,
        text: z.optional(
          z
            .string(BAD_EDITS)
            .check(
              z.overwrite(oneLine),
              z.minLength(1, 'Please write the other words, or hide the place'),
              z.maxLength(REWORDED_MAX, `Please use at most ${REWORDED_MAX} characters`),
            ),
        ),
      }),
    )
    .check(z.maxLength(EDITS_MAX, `A copy can have at most ${EDITS_MAX} changes`)),
  BAD_EDITS,
  EDITS_TEXT_MAX,
);

const version = wholeNumber('Please open the texts again').check(z.minimum(1));

const changing = {
  method: 'POST',
  who: 'verified',
  uses: ['accounts.read', 'conversations.write', 'events.append'],
  limits: [{ per: 'caller', max: 60, within: HOUR, inMemory: true }],
} as const;

/** Proposes to the sender of a paid letter that a copy of it and its answer becomes public; for its recipient, once. */
export const proposePublicAnswer = operation({
  name: 'proposePublicAnswer',
  ...changing,
  idempotent: 'byKey',
  limits: [{ per: 'caller', max: 30, within: DAY }],
  impact: 'Creators cannot ask whether an answer may become public.',
  input: z.object({ inboxId: id(), edits, sensitive: yesOrNo() }),
  output: one(z.object({ publicAnswerId: text })),
});

/** Hides or rewords more of a proposed copy, and agrees to the new version; for the sender. The recipient reads it again. */
export const revisePublicAnswer = operation({
  name: 'revisePublicAnswer',
  ...changing,
  uses: [...changing.uses, 'publicAnswers.read'],
  idempotent: 'byKey',
  limits: [{ per: 'caller', max: 60, within: DAY }],
  impact: 'Senders cannot hide more of an answer that is proposed to become public.',
  input: z.object({ orderId: id(), version, edits }),
  output: nothing,
});

/** Agrees to exactly the version that was read, which makes it public; for the side whose turn it is. */
export const agreeToPublicAnswer = operation({
  name: 'agreeToPublicAnswer',
  ...changing,
  idempotent: 'byNature',
  impact: 'Nobody can agree that an answer becomes public.',
  input: z.object({ conversationId: id(), version }),
  output: nothing,
});

/** Keeps a letter private whose answer is proposed to become public; for its sender. It is not proposed again. */
export const declinePublicAnswer = operation({
  name: 'declinePublicAnswer',
  ...changing,
  idempotent: 'byNature',
  impact:
    'Senders cannot refuse that an answer becomes public; without their answer it stays private.',
  input: z.object({ orderId: id() }),
  output: nothing,
});

/** Withdraws a public answer, at any time and at once, for either side; or a proposal, for its recipient. */
export const withdrawPublicAnswer = operation({
  name: 'withdrawPublicAnswer',
  ...changing,
  idempotent: 'byNature',
  impact: 'People cannot withdraw an answer that is public, which they may at any time.',
  input: z.object({ conversationId: id() }),
  output: nothing,
});

const edit = z.object({ ...place, text: z.optional(text) });

/** What the two people see of a proposal: the letter's own texts, and every change. */
const publicAnswerSeen = z.object({
  /** Null while nothing was proposed; then the recipient sees the texts, and where they could point at somebody. */
  state: z.nullable(z.enum(PUBLIC_ANSWER_STATES)),
  id: z.nullable(text),
  side: z.enum(['sender', 'recipient']),
  version: z.int(),
  texts: z.object({ title: text, question: text, answer: text }),
  edits: z.array(edit),
  /** The changes of the version before, so that the new ones can be told from them; null if there is none. */
  editsBefore: z.nullable(z.array(edit)),
  places: z.array(z.object(place)),
  sensitive: z.boolean(),
  /** Whether the field of the recipient is sensitive by itself. */
  sensitiveField: z.boolean(),
  recipientName: text,
  recipientUsername: text,
  recipientAvatarUrl: z.nullable(text),
  senderName: text,
  proposedAt: z.nullable(moment),
  until: z.nullable(moment),
  publishedAt: z.nullable(moment),
  endedAt: z.nullable(moment),
  /** Whether nobody sees it for now, because somebody reported it and we look at it. */
  held: z.boolean(),
  actions: z.array(z.enum(['propose', 'revise', 'agree', 'decline', 'withdraw'])),
});

/** The proposal of a conversation with its texts, for its two people. */
export const viewPublicAnswer = operation({
  name: 'viewPublicAnswer',
  method: 'GET',
  who: 'verified',
  uses: ['accounts.read', 'conversations.read', 'publicAnswers.read'],
  impact: 'Nobody can read what is proposed to become public, so nothing new becomes public.',
  input: z.object({ conversationId: id() }),
  output: one(publicAnswerSeen),
});

/** A piece of a public text. `hidden`: what the dash stands for. */
const piece = z.object({ text, hidden: z.optional(z.enum(['NAME', 'OTHER'])) });
const paragraphs = z.array(z.array(piece));

/** A public answer in a list. `date`: the day of the answer, `2026-11-28`; the month alone in a sensitive field. */
const row = {
  id: text,
  title: text,
  excerpt: text,
  date: text,
};

const publicAnswerRow = z.object(row);

const creator = {
  username: text,
  fullName: text,
};

/** A public answer as everybody reads it. */
const publicAnswerPage = z.object({
  id: text,
  creatorId: text,
  ...creator,
  profileImageUrl: z.nullable(text),
  title: z.array(piece),
  question: paragraphs,
  answer: paragraphs,
  date: text,
  publishedOn: text,
  namesHidden: z.int(),
  placesHidden: z.int(),
  placesReworded: z.int(),
  sensitive: z.boolean(),
  /** Three more answers of the creator, and how many there are in all. */
  more: z.array(publicAnswerRow),
  total: z.int(),
});

const forStrangers = {
  method: 'GET',
  who: 'anyone',
  sharedSeconds: PUBLIC_CACHE_SECONDS,
  uses: ['accounts.read', 'publicAnswers.read', 'usernames.read'],
  limits: [{ per: 'address', max: 600, within: 5 * MINUTE, atEdge: true }],
} as const;

const username = z
  .string('Please give a username')
  .check(z.trim(), z.toLowerCase(), z.minLength(1), z.maxLength(60));

/** A public answer of a creator. */
export const viewPublicAnswerPage = operation({
  name: 'viewPublicAnswerPage',
  ...forStrangers,
  impact: 'Public answers do not open, so strangers do not find the creators who wrote them.',
  input: z.object({ username, id: id() }),
  output: one(publicAnswerPage),
});

/** The public answers of a creator, the newest first. */
export const viewPublicAnswers = operation({
  name: 'viewPublicAnswers',
  ...forStrangers,
  impact: 'Profiles do not list public answers; their pages open.',
  input: z.object({ username, ...paging }),
  output: page(publicAnswerRow),
});

/** The proposals and public answers of the caller, who wrote the answers, the newest first. */
export const viewOwnPublicAnswers = operation({
  name: 'viewOwnPublicAnswers',
  method: 'GET',
  who: 'verified',
  uses: ['accounts.read', 'publicAnswers.read'],
  impact: 'Creators do not see the list of their public answers; the letters show each.',
  input: z.object({ ...paging }),
  output: page(
    z.object({
      ...row,
      inboxId: text,
      state: z.enum(PUBLIC_ANSWER_STATES),
      proposedAt: moment,
      until: moment,
      publishedAt: z.nullable(moment),
      endedAt: z.nullable(moment),
      held: z.boolean(),
    }),
  ),
});

/** Searches for public answers by words of their texts. */
export const searchPublicAnswers = operation({
  name: 'searchPublicAnswers',
  ...forStrangers,
  limits: [{ per: 'address', max: 300, within: 5 * MINUTE, atEdge: true }],
  uses: ['accounts.read', 'publicAnswers.read'],
  impact: 'Search finds people, and no public answers.',
  input: z.object({
    searchText: z
      .string('Please type what you look for')
      .check(z.trim(), z.minLength(1, 'Please type what you look for'), z.maxLength(100)),
  }),
  output: z.object({
    data: z.array(z.object({ ...row, ...creator, profileImageUrl: z.nullable(text) })),
  }),
});

/**
 * Reports a public answer; also without an account, because somebody who is mentioned in it may have none. It is hidden while staff look
 * at it, unless they looked at it before.
 */
export const reportPublicAnswer = operation({
  name: 'reportPublicAnswer',
  method: 'POST',
  who: 'anyone',
  knowsCaller: true,
  uses: ['publicAnswers.write', 'cases.write'],
  idempotent: 'byKey',
  limits: [
    { per: 'address', max: 5, within: HOUR },
    { per: { field: 'id' }, max: 20, within: DAY },
  ],
  impact: 'Nobody can report a public answer, and what is reported is not hidden.',
  input: z.object({
    id: id(),
    reasonCode: z.enum(CONTENT_REPORT_REASONS, 'Please choose what is wrong'),
    text: reportText,
  }),
  output: nothing,
});
