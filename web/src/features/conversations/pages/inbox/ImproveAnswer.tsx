import { zodResolver } from '@hookform/resolvers/zod';
import { Clock } from 'lucide-react';
import { useRef } from 'react';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { improveAnswer } from '../../../../../../shared/api/claims.ts';
import { paidResponseOf } from '../../../../../../shared/rules/conversations/messages.ts';
import { minimumLengthOf } from '../../../../../../shared/rules/conversations/tiers.ts';
import { call } from '../../../../api/client.ts';
import { queryLoader } from '../../../../api/screen-loader.ts';
import { useNow } from '../../../../api/use-now.ts';
import { RichTextField } from '../../../../forms/RichTextField.tsx';
import { paths } from '../../../../paths.ts';
import { deadlineWords } from '../../../../shell/dates.ts';
import { useLeaveForm } from '../../../../shell/leave-form.ts';
import { Banner } from '../../../../ui/Banner.tsx';
import { lazyPart } from '../../../../ui/lazy-part.tsx';
import { LETTER_MARKS } from '../../../../ui/rich-text-marks.ts';
import { LetterSkeleton } from '../../../../ui/Skeletons.tsx';
import { AnswerCount } from '../../AnswerCount.tsx';
import type { AnswerConflictProps } from '../../answers/AnswerConflict.tsx';
import { answerDraftKeys, endAnswerDraft } from '../../answers/answer-drafts.ts';
import { useAdoptedWords, useAnswerDraft } from '../../answers/use-answer-draft.ts';
import { ConversationPage } from '../../ConversationPage.tsx';
import { REASON_WORDS } from '../../claims/claim-reason-words.ts';
import { type Conversation, firstName } from '../../conversation.ts';
import { DraftStatus } from '../../drafts/DraftStatus.tsx';
import { EndingForm, useThreadForm } from '../../EndingForm.tsx';
import { inboxThreadQueries } from './inbox-thread-queries.ts';

const QuotedQuestion = lazyPart(
  async () => (await import('./QuotedQuestion.tsx')).QuotedQuestion,
  () => <LetterSkeleton />,
);

const AnswerConflict = lazyPart<AnswerConflictProps>(
  async () => (await import('../../answers/AnswerConflict.tsx')).AnswerConflict,
);

export const loader = queryLoader(inboxThreadQueries);

/** `/improve-answer/{inboxId}`: the recipient improves an answer that was claimed. docs/product/conversations.md#claims */
export function Component() {
  return (
    <ConversationPage side="recipient" title="Improve the answer" polled>
      {(conversation) => <ImprovedAnswer conversation={conversation} />}
    </ConversationPage>
  );
}

function ImprovedAnswer({ conversation }: { conversation: Conversation }) {
  const leave = useLeaveForm('top');
  const now = useNow();
  const { id: inboxId, claim } = conversation;
  const back = paths.inboxViewer(inboxId);
  const name = firstName(conversation.senderName);
  const [keeper, draft] = useAnswerDraft(inboxId, 'IMPROVED');
  const { words } = draft;
  const form = useForm({
    resolver: zodResolver(z.object({ messageBody: paidResponseOf(minimumLengthOf(conversation)) })),
    defaultValues: { messageBody: words.text },
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
    leave: () => leave(back),
  });
  const isBeingSent = sending.busy || sending.sent;
  const edition = useAdoptedWords(draft, isBeingSent, ({ text }) =>
    form.reset({ messageBody: text }),
  );
  const choice = useRef<HTMLDivElement>(null);
  const conflict = isBeingSent || sending.tooLate ? undefined : draft.conflict;
  const showConflict = () => choice.current?.scrollIntoView({ block: 'center' });
  return (
    <EndingForm
      {...sending}
      {...(conflict && { onSubmit: showConflict })}
      title="Improve the answer"
      back={back}
      submit="Send the improved answer"
      note={claim?.until ? `Once, and until ${deadlineWords(claim.until, now)}.` : undefined}
    >
      {claim && (
        <Banner tone="due" icon={Clock} title={`${name}: “${REASON_WORDS[claim.reason].label}”`}>
          <p dir="auto" className="wrap-anywhere whitespace-pre-line">
            {claim.text}
          </p>
        </Banner>
      )}
      <div className="grid gap-5 panes:hidden">
        <QuotedQuestion {...{ conversation, now }} answered />
      </div>
      {conflict && (
        <AnswerConflict
          ref={choice}
          theirs={conflict.theirs}
          onTheirs={() => keeper.takeTheirs()}
          onMine={() => void keeper.keepMine()}
        />
      )}
      <RichTextField
        key={edition}
        control={form.control}
        name="messageBody"
        label={`Your improved answer to ${name}`}
        marks={LETTER_MARKS}
        minHeight={240}
        placeholder={`Dear ${name},`}
        counter={(html) => <AnswerCount {...{ html, conversation }} />}
        keep={(text) => keeper.write({ text })}
      />
      {!sending.tooLate && (
        <DraftStatus
          state={draft}
          isEmpty={words.text === ''}
          saved="Saved, on all your devices."
        />
      )}
    </EndingForm>
  );
}
