import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect, useRef } from 'react';
import { useController, useForm, useWatch } from 'react-hook-form';
import { Link, Navigate, useNavigate } from 'react-router';
import * as z from 'zod/mini';
import { viewDashboardStats } from '../../../../../../shared/api/accounts.ts';
import { createInboxMessage } from '../../../../../../shared/api/conversations.ts';
import { viewAccountBalance } from '../../../../../../shared/api/ledger.ts';
import { formatMoney, minus } from '../../../../../../shared/money.ts';
import type { ConversationChoice } from '../../../../../../shared/rules/conversations/conversations.ts';
import { isWithdrawn } from '../../../../../../shared/rules/conversations/conversations.ts';
import { paidResponse, plainText } from '../../../../../../shared/rules/conversations/messages.ts';
import { may } from '../../../../../../shared/rules/conversations/state-machine.ts';
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
import { Breakdown } from '../../../../ui/Breakdown.tsx';
import { Button } from '../../../../ui/Button.tsx';
import { CharCount } from '../../../../ui/CharCount.tsx';
import { Field } from '../../../../ui/Field.tsx';
import { lazyPart } from '../../../../ui/lazy-part.tsx';
import { RadioCards } from '../../../../ui/RadioCards.tsx';
import { LETTER_MARKS } from '../../../../ui/rich-text-marks.ts';
import { LetterSkeleton } from '../../../../ui/Skeletons.tsx';
import { AnswerCount } from '../../AnswerCount.tsx';
import { ConversationPage } from '../../ConversationPage.tsx';
import { asOfNow, type Conversation, firstName } from '../../conversation.ts';
import { isFree } from '../../money-words.ts';
import { changeThread } from '../../thread/refresh-thread.ts';
import { inboxThreadQueries } from './inbox-queries.ts';
import { statusChangeWords } from './status-change-words.ts';

const QuotedQuestion = lazyPart(
  async () => (await import('./QuotedQuestion.tsx')).QuotedQuestion,
  () => <LetterSkeleton />,
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
const paidAnswer = z.extend(freeAnswer, { messageBody: paidResponse });
const FAILED = 'Error processing reply';

const choicesOf = (
  free: boolean,
): readonly { value: ConversationChoice; label: string; hint: string }[] => [
  {
    value: 'OPEN',
    label: 'Allow user to respond for free',
    hint: 'The conversation stays open for both of you.',
  },
  {
    value: 'COMPLETED',
    label: 'Close this conversation',
    hint: free
      ? 'To write again they send a new message.'
      : 'To write again they have to buy a new message.',
  },
];

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
  const form = useForm({
    resolver: zodResolver(free ? freeAnswer : paidAnswer),
    defaultValues: { conversationStatus, messageBody: draft.read() },
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
      const message = { ...answer, inboxId: id, messageKind: 'PAID_RESPONSE' } as const;
      await changeThread(
        'recipient',
        async () => {
          await once.send((options) => call(createInboxMessage, message, options));
          draft.clear();
          choiceDraft.clear();
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
          return free ? <CharCount count={length} /> : <AnswerCount length={length} />;
        }}
        keep={draft.write}
      />
      {!movedOn && (
        <AfterAnswer conversation={conversation} choice={choice.value} onChoice={choose} />
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

type AfterAnswerProps = {
  conversation: Conversation;
  choice: ConversationChoice;
  onChoice: (choice: ConversationChoice) => void;
};

/** The choice of what happens after the answer, and what the answer earns. */
function AfterAnswer({ conversation, choice, onChoice }: AfterAnswerProps) {
  const { price, netEarnings } = conversation;
  const free = isFree(conversation);
  return (
    <>
      <Field label="After your answer" group>
        <RadioCards value={choice} onValueChange={onChoice} options={choicesOf(free)} />
      </Field>
      {free ? (
        <p className="text-soft">
          This message is free of charge. Nobody pays for your answer, and it may have any length.
        </p>
      ) : (
        <section aria-label="What you earn">
          <Breakdown
            lines={[
              { label: 'Price', amount: price },
              { label: 'Fee', amount: minus(netEarnings, price) },
            ]}
            total={{ label: 'You earn', amount: netEarnings }}
          />
        </section>
      )}
    </>
  );
}
