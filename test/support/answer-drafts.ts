import { handler as saveAnswerDraft } from '#functions/conversations/saveAnswerDraft.ts';
import { handler as viewAnswerDraft } from '#functions/conversations/viewAnswerDraft.ts';
import { type Answer, call } from './call.ts';
import { type DraftRef, refOf } from './drafts.ts';
import { ANSWER } from './orders.ts';
import type { Person } from './people.ts';

/* Drafts of answers in tests, through the real handlers. */

type Author = Pick<Person, 'token'>;

export const saveAnswerOf = ({ token }: Author, inboxId: string, more = {}): Promise<Answer> =>
  call(saveAnswerDraft, { inboxId, kind: 'ANSWER', messageBody: ANSWER, ...more }, { token });

export const viewAnswerOf = (
  { token }: Author,
  inboxId: string,
  kind: 'ANSWER' | 'IMPROVED' = 'ANSWER',
): Promise<Answer> => call(viewAnswerDraft, { inboxId, kind }, { method: 'GET', token });

/** Saves a new draft of an answer and returns its version. */
export async function draftOfAnswer(author: Author, inboxId: string, more = {}): Promise<DraftRef> {
  const saved = await saveAnswerOf(author, inboxId, more);
  if (saved.http !== 200) throw new Error(`not saved: ${JSON.stringify(saved.body)}`);
  return refOf(saved);
}
