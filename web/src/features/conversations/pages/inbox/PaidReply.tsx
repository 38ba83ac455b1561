import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect, useRef } from 'react';
import { useController, useForm, useWatch } from 'react-hook-form';
import { Link, Navigate, useNavigate } from 'react-router';
import * as z from 'zod/mini';
import { viewDashboardStats } from '../../../../../../shared/api/accounts.ts';
import { createInboxMessage } from '../../../../../../shared/api/conversation-messages.ts';
import { viewAccountBalance } from '../../../../../../shared/api/ledger.ts';
import { formatMoney } from '../../../../../../shared/money.ts';
import type { ConversationChoice } from '../../../../../../shared/rules/conversations/conversations.ts';
import { isWithdrawn } from '../../../../../../shared/rules/conversations/conversations.ts';
import {
  paidResponseOf,
  plainText,
} from '../../../../../../shared/rules/conversations/messages.ts';
import { may } from '../../../../../../shared/rules/conversations/state-machine.ts';
import { minimumLengthOf } from '../../../../../../shared/rules/conversations/tiers.ts';
import { DECLARATIONS } from '../../../../../../shared/rules/conversations/written-by.ts';
import type { Instant } from '../../../../../../shared/time.ts';
import { call, isRefusal } from '../../../../api/client.ts';
import { queryLoader } from '../../../../api/screen-loader.ts';
import { useSendOnce } from '../../../../api/send-once.ts';
import { useNow } from '../../../../api/use-now.ts';
import { RichTextField } from '../../../../forms/RichTextField.tsx';
import { useSubmission } from '../../../../forms/submission.ts';
import { useDraft } from '../../../../forms/use-draft.ts';
import { paths } from '../../../../paths.ts';
import { deadlineWords, timeLeftWords } from '../../../../shell/dates.ts';
import { FormPage } from '../../../../shell/FormPage.tsx';
import { Button } from '../../../../ui/Button.tsx';
import { CharCount } from '../../../../ui/CharCount.tsx';
import { lazyPart } from '../../../../ui/lazy-part.tsx';
import { LETTER_MARKS } from '../../../../ui/rich-text-marks.ts';
import { LetterSkeleton } from '../../../../ui/Skeletons.tsx';
import { AnswerCount } from '../../AnswerCount.tsx';
import { ConversationPage } from '../../ConversationPage.tsx';
import { asOfNow, type Conversation, firstName } from '../../conversation.ts';
import { isFree } from '../../money-words.ts';
import { changeThread } from '../../thread/refresh-thread.ts';
import { TierLine } from '../../thread/TierLine.tsx';
import type { AfterAnswerProps } from './AfterAnswer.tsx';
import type { AnswerFields } from './DeclarationField.tsx';
import { inboxThreadQueries } from './inbox-thread-queries.ts';
import { statusChangeWords } from './status-change-words.ts';
import { useWriting } from './use-writing.ts';

const QuotedQuestion = lazyPart(
  async () => (await import('./QuotedQuestion.tsx')).QuotedQuestion,
  () => <LetterSkeleton />,
);

/** Below the editor. Its place is kept free, so that nothing moves when it comes. */
const AfterAnswer = lazyPart<AfterAnswerProps>(
  async () => (await import('./AfterAnswer.tsx')).AfterAnswer,
  () => <div className="min-h-120" />,
);

export const loader = queryLoader(inboxThreadQueries);

/** `/paid-reply/{inboxId}`: writes the paid answer. docs/product/conversations.md#answering */
export function Component() {
  return (
    <ConversationPage side="recipient" title="Reply to Message" polled>
      {(conversation) => <Answer conversation={conversation} />}
    </ConversationPage>
  );
}

const freeAnswer = z.pick(createInboxMessage.input, {
  conversationStatus: true,
  messageBody: true,
});
const paidAnswerTo = (order: Conversation) =>
  z.extend(freeAnswer, {
    messageBody: paidResponseOf(minimumLengthOf(order)),
    declaration: z.enum(DECLARATIONS, 'Please say who wrote this answer'),
  });
const FAILED = 'Error processing reply';

function Answer({ conversation: known }: { conversation: Conversation }) {
  const navigate = useNavigate();
  const now = useNow();
  const conversation = asOfNow(known, now);
  const { id, netEarnings, status } = conversation;
  const back = paths.inboxViewer(id);
  const free = isFree(conversation);
  const draftKey = `paidReply_${id}`;
  const draft = useDraft(draftKey);
  const choiceDraft = useDraft(`paidReplyChoice_${id}`);
  const conversationStatus: ConversationChoice =
    choiceDraft.read() === 'COMPLETED' ? 'COMPLETED' : 'OPEN';
  const { declaration, keepDeclaration, ...writing } = useWriting(id, draft.read() !== '');
  const form = useForm<AnswerFields, unknown, AnswerFields>({
    resolver: zodResolver<AnswerFields, unknown, AnswerFields>(
      free ? freeAnswer : paidAnswerTo(conversation),
    ),
    defaultValues: { messageBody: draft.read(), declaration, conversationStatus },
  });
  const body = useWatch({ control: form.control, name: 'messageBody' });
  const { field: choice } = useController({ control: form.control, name: 'conversationStatus' });
  const choose = (chosen: ConversationChoice) => {
    choice.onChange(chosen);
    choiceDraft.write(chosen);
  };
  const once = useSendOnce(draftKey);
  const { onSubmit, attempt, busy, sent, error } = useSubmission(form, {
    failed: FAILED,
    explain: (fault) => (isRefusal(fault) ? fault.message : FAILED),
    send: async (answer) => {
      const claim = free ? {} : writing.claim();
      const message = { ...answer, ...claim, inboxId: id, messageKind: 'PAID_RESPONSE' } as const;
      await changeThread(
        'recipient',
        async () => {
          await once.send((options) => call(createInboxMessage, message, options));
          draft.clear();
          choiceDraft.clear();
          writing.clear();
        },
        viewDashboardStats,
        viewAccountBalance,
      );
      navigate(back, { replace: true });
    },
  });
  // This very answer may have opened the conversation; then the page navigates by itself.
  const answered = busy || sent;
  const mayReply = may('recipient', 'reply', status);
  // Whether the response of an earlier attempt may be lost: sending it again under its key tells whether it arrived.
  const isAnswered = mayReply || status === 'COMPLETED';
  const isAskable = isAnswered && !busy && once.isUnanswered();
  const askedAgain = useRef(false);
  useEffect(() => {
    if (!isAskable || askedAgain.current) return;
    askedAgain.current = true;
    void attempt(form.getValues());
  }, [isAskable, attempt, form]);
  if (!answered && !isAskable && mayReply && body === '')
    return <Navigate to={paths.inboxReply(id)} replace />;
  const movedOn = answered || isAskable ? undefined : statusChangeWords(conversation, status);

  return (
    <FormPage
      title="Reply to Message"
      back={back}
      submit={free ? 'Send the answer' : `Send and earn ${formatMoney(netEarnings)}`}
      busy={busy}
      error={movedOn ?? error}
      blocked={movedOn !== undefined}
      onSubmit={onSubmit}
      note={movedOn ? undefined : timeWords(conversation, now)}
      secondary={
        movedOn && (
          <>
            {mayReply && (
              <Button block variant="quiet" render={<Link to={paths.inboxReply(id)} />}>
                Reply, free of charge
              </Button>
            )}
            <Button block variant="quiet" render={<Link to={back} />}>
              Back to the conversation
            </Button>
          </>
        )
      }
    >
      {conversation.tier && <TierLine tier={conversation.tier} />}
      {!isWithdrawn(status) && <QuotedQuestion conversation={conversation} />}
      <RichTextField
        control={form.control}
        name="messageBody"
        label={`Your answer to ${firstName(conversation.senderName)}`}
        marks={LETTER_MARKS}
        minHeight={240}
        placeholder={`Dear ${firstName(conversation.senderName)},`}
        counter={(html) => {
          const { length } = plainText(html);
          return free ? (
            <CharCount count={length} />
          ) : (
            <AnswerCount {...{ length, conversation }} />
          );
        }}
        onInput={writing.count}
        keep={(html) => {
          if (html === '') writing.restart();
          draft.write(html);
        }}
      />
      {!movedOn && (
        <AfterAnswer
          conversation={conversation}
          declaration={{ control: form.control, counts: writing.counts, keep: keepDeclaration }}
          choice={choice.value}
          onChoice={choose}
        />
      )}
    </FormPage>
  );
}

/** The time that is left to answer. During a pause: when it ends at the latest. */
function timeWords({ status, deadlineAt }: Conversation, now: Instant): string {
  const until = deadlineWords(deadlineAt, now);
  return status === 'NEEDS_INFO'
    ? `Your time is paused: until ${until} at the latest.`
    : `${timeLeftWords(deadlineAt, now)}, until ${until}.`;
}
