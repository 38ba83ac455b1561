import { newId } from '#shared/ids.ts';
import {
  type AnswerDraftKind,
  type AnswerDraftWords,
  answerDraftExpiry,
} from '#shared/rules/conversations/answer-drafts.ts';
import type { Conversation } from '#shared/rules/conversations/conversations.ts';
import { type Instant, toSeconds } from '#shared/time.ts';
import { ifNotExpired } from '../accounts/users.ts';
import { above, atMost, missingOr } from '../conditions.ts';
import { answerDraftKey, answerDraftsOf, type Key } from '../keys.ts';
import { allItems, deleteItems } from '../list-position.ts';
import { put, remove, type Step, type TableReader, type TableWriter } from '../table.ts';
import type { DraftVersion } from './drafts.ts';

/*
 * Stored drafts of answers: one item per recipient, conversation and kind, in the partition of the recipient. Every save increments the
 * version and is conditional on the version it is based on. The transaction that stores the answer deletes its draft. A save
 * that was decided before and is written after it leaves a draft, which nobody is shown (`hasArrived`), and which expires.
 */

export type AnswerDraft = Key &
  AnswerDraftWords & {
    readonly id: string;
    readonly version: number;
    readonly conversationId: string;
    readonly kind: AnswerDraftKind;
    readonly modifiedAt: Instant;
    /** Epoch seconds. */
    readonly expiresAt: number;
  };

/** The draft of a recipient; undefined if there is none. */
export async function answerDraftOf(
  table: TableReader,
  userId: string,
  conversationId: string,
  kind: AnswerDraftKind,
  now: Instant,
): Promise<AnswerDraft | undefined> {
  const key = answerDraftKey(userId, conversationId, kind);
  return ifNotExpired(await table.get<AnswerDraft>(key), now);
}

/**
 * Saves a version of a draft. `basedOn`: the version that it follows; undefined for the first one. CHANGED: the stored version is
 * another one.
 */
export async function saveAnswerDraft(
  table: TableWriter,
  conversation: Conversation,
  draft: {
    readonly kind: AnswerDraftKind;
    readonly words: AnswerDraftWords;
    readonly basedOn: DraftVersion | undefined;
  },
  now: Instant,
): Promise<AnswerDraft | 'CHANGED'> {
  const { kind, words, basedOn } = draft;
  const { id: conversationId, recipient } = conversation;
  const next: AnswerDraft = {
    ...answerDraftKey(recipient.id, conversationId, kind),
    ...words,
    id: basedOn?.id ?? newId(now),
    version: (basedOn?.version ?? 0) + 1,
    conversationId,
    kind,
    modifiedAt: now,
    expiresAt: answerDraftExpiry(conversation, kind, now),
  };
  const seconds = toSeconds(now);
  const outcome = await table.write(
    put(next, {
      when: basedOn
        ? { id: basedOn.id, version: basedOn.version, expiresAt: above(seconds) }
        : { expiresAt: missingOr(atMost(seconds)) },
      otherwise: 'CHANGED',
    }),
  );
  return outcome === 'CHANGED' ? outcome : next;
}

/** The step that deletes this version of a draft, if it exists. CHANGED: the stored version is another one. */
export function discardAnswerDraft(
  userId: string,
  conversationId: string,
  kind: AnswerDraftKind,
  { id, version }: DraftVersion,
): Step<'CHANGED'> {
  return remove(answerDraftKey(userId, conversationId, kind), {
    when: [{ pk: undefined }, { id, version }],
    otherwise: 'CHANGED',
  });
}

/** The step that deletes the draft of an answer which is stored in the same transaction. */
export const removeAnswerDraft = (
  { id, recipient }: Pick<Conversation, 'id' | 'recipient'>,
  kind: AnswerDraftKind,
): Step<never> => remove(answerDraftKey(recipient.id, id, kind));

/** Every draft of an answer of a person. */
export async function allAnswerDraftsOf(
  table: TableReader,
  userId: string,
  now: Instant,
): Promise<AnswerDraft[]> {
  const drafts = await allItems<AnswerDraft>(table, answerDraftsOf(userId));
  return drafts.filter((draft) => ifNotExpired(draft, now));
}

/** Deletes all drafts of answers of a person whose account is deleted. */
export const deleteAnswerDrafts = (table: TableWriter, userId: string): Promise<void> =>
  deleteItems(table, answerDraftsOf(userId));
