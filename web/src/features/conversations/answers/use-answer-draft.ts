import { useCallback, useEffect, useRef, useState } from 'react';
import type { AnswerDraftKind } from '#shared/rules/conversations/answer-drafts.ts';
import { keyPlace } from '#web/api/send-once.ts';
import { useViewerId } from '#web/api/viewer.ts';
import { useVersionSync } from '../drafts/use-version-sync.ts';
import {
  type AnswerDraftState,
  type AnswerDraftSync,
  answerDraftSyncOf,
} from './answer-draft-sync.ts';
import { answerDraftKeys } from './answer-drafts.ts';
import type { AnswerWords } from './device-answer-draft.ts';

/**
 * The draft keeper of the form of an answer, and its state. While nobody knows whether the answer that was sent arrived, it is not
 * compared: a draft that the server deleted with the answer would empty the form, which finds out by sending it again.
 */
export function useAnswerDraft(
  inboxId: string,
  kind: AnswerDraftKind,
): readonly [AnswerDraftSync, AnswerDraftState] {
  const authorId = useViewerId();
  const [keeper] = useState(() => answerDraftSyncOf(authorId, inboxId, kind));
  const { text } = answerDraftKeys(kind, inboxId);
  const isNotSent = useCallback(() => keyPlace(text).read() === undefined, [text]);
  return [keeper, useVersionSync(keeper, isNotSent)];
}

/**
 * Puts words that another device wrote into the form, unless it is being sent. Returns a number that changes with them, so that the
 * editor starts again.
 */
export function useAdoptedWords(
  { edition, words }: AnswerDraftState,
  isBeingSent: boolean,
  show: (words: AnswerWords) => void,
): number {
  const [shown, setShown] = useState(edition);
  const newest = useRef(show);
  newest.current = show;
  useEffect(() => {
    if (edition === shown || isBeingSent) return;
    newest.current(words);
    setShown(edition);
  }, [edition, shown, isBeingSent, words]);
  return shown;
}
