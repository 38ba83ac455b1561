import { zodResolver } from '@hookform/resolvers/zod';
import { useRef, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import * as z from 'zod/mini';
import { improveAnswer } from '#shared/api/claims.ts';
import { paidResponseOf, plainText } from '#shared/rules/conversations/messages.ts';
import { minimumLengthOf } from '#shared/rules/conversations/tiers.ts';
import { call } from '#web/api/client.ts';
import { lazyPart } from '#web/ui/lazy-part.tsx';
import { AnswerSheet } from '../AnswerSheet.tsx';
import type { AnswerConflictProps } from '../answers/AnswerConflict.tsx';
import { answerDraftKeys, endAnswerDraft } from '../answers/answer-drafts.ts';
import { useAdoptedWords, useAnswerDraft } from '../answers/use-answer-draft.ts';
import { type Conversation, firstName } from '../conversation.ts';
import { useThreadForm } from '../EndingForm.tsx';
import type { SavedReply } from '../saved-replies/saved-reply-queries.ts';

const AnswerConflict = lazyPart<AnswerConflictProps>(
  async () => (await import('../answers/AnswerConflict.tsx')).AnswerConflict,
);
const SavedRepliesDialog = lazyPart(
  async () => (await import('../saved-replies/SavedRepliesDialog.tsx')).SavedRepliesDialog,
);

const isSameText = (one: string, other: string): boolean =>
  plainText(one).trim() === plainText(other).trim();

/** The schema of an improved answer: as long as a paid answer, and other words than the one that was sent. */
const improvedAnswer = (conversation: Conversation, answer: string) =>
  z.object({
    messageBody: paidResponseOf(minimumLengthOf(conversation)).check(
      z.refine(
        (text) => !isSameText(text, answer),
        'This is the answer that you sent. Please change it first.',
      ),
    ),
  });

type ImprovedAnswer = ReturnType<typeof useImprovedAnswer>;

/**
 * The form of an improved answer, which starts from the answer that was sent, with its draft on all devices. `leave` is called when it
 * was sent.
 */
export function useImprovedAnswer(conversation: Conversation, answer: string, leave: () => void) {
  const { id: inboxId, claim } = conversation;
  const [keeper, draft] = useAnswerDraft(inboxId, 'IMPROVED');
  const form = useForm({
    resolver: zodResolver(improvedAnswer(conversation, answer)),
    defaultValues: { messageBody: draft.words.text || answer },
  });
  const sending = useThreadForm(form, {
    side: 'recipient',
    possible: claim?.actions.includes('improve') ?? false,
    draftKey: answerDraftKeys('IMPROVED', inboxId).text,
    failed: 'There was an error while sending. Please try again.',
    send: async ({ messageBody }, options) => {
      await call(improveAnswer, { inboxId, messageBody }, options);
      endAnswerDraft('IMPROVED', inboxId);
    },
    leave,
  });
  const isBeingSent = sending.busy || sending.sent;
  const edition = useAdoptedWords(draft, isBeingSent, ({ text }) =>
    form.reset({ messageBody: text || answer }),
  );
  const body = useWatch({ control: form.control, name: 'messageBody' });
  const choice = useRef<HTMLDivElement>(null);
  const conflict = isBeingSent || sending.tooLate ? undefined : draft.conflict;
  const showConflict = () => choice.current?.scrollIntoView({ block: 'center' });
  return {
    form,
    sending: conflict ? { ...sending, onSubmit: showConflict } : sending,
    isWritten: !isSameText(body, answer),
    /** Whether the text is saved; undefined if it can no longer be sent. */
    draft: sending.tooLate ? undefined : draft,
    edition,
    keep: (text: string) => keeper.write({ text }),
    /** Adds a saved reply at the end. */
    add: (html: string) => {
      form.setValue('messageBody', `${body}${html}`, { shouldDirty: true });
      keeper.write({ text: `${body}${html}` });
    },
    /** The version of another device, until the author has chosen one. */
    conflict: conflict && {
      ref: choice,
      theirs: conflict.theirs,
      onTheirs: () => keeper.takeTheirs(),
      onMine: () => void keeper.keepMine(),
    },
  };
}

export type ImprovedSheetProps = { conversation: Conversation; improved: ImprovedAnswer };

/** The editor of an improved answer. */
export function ImprovedSheet({ conversation, improved }: ImprovedSheetProps) {
  const [isChoosing, setChoosing] = useState(false);
  /** How many saved replies were added: the editor starts again with each. */
  const [added, setAdded] = useState(0);
  const add = ({ text }: SavedReply) => {
    setChoosing(false);
    improved.add(text);
    setAdded(added + 1);
  };
  const name = firstName(conversation.senderName);
  return (
    <>
      {improved.conflict && <AnswerConflict {...improved.conflict} />}
      <AnswerSheet
        key={`${improved.edition} ${added}`}
        control={improved.form.control}
        name="messageBody"
        label={`Your improved answer to ${name}`}
        {...(added > 0 && { autoFocus: true })}
        placeholder={`Dear ${name},`}
        min={minimumLengthOf(conversation)}
        draft={improved.draft}
        keep={improved.keep}
        onSavedReplies={improved.sending.tooLate ? undefined : () => setChoosing(true)}
      />
      {isChoosing && <SavedRepliesDialog onChoose={add} onClose={() => setChoosing(false)} />}
    </>
  );
}
