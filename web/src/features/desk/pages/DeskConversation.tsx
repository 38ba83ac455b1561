import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { answerTicket, decideReview, viewDeskConversation } from '#shared/api/desk.ts';
import type { Output } from '#shared/api/operation.ts';
import { formatMoney, minus, ZERO } from '#shared/money.ts';
import { isOpen, isPending } from '#shared/rules/conversations/conversations.ts';
import { isPermitted, QUEUE_PERMISSIONS } from '#shared/rules/desk/permissions.ts';
import { isReportedOrClaimed } from '#shared/rules/desk/shown-files.ts';
import type { Instant } from '#shared/time.ts';
import { call } from '#web/api/client.ts';
import { useCurrentUser } from '#web/api/current-user.ts';
import { query } from '#web/api/queries.ts';
import { queryLoader } from '#web/api/screen-loader.ts';
import { useNow } from '#web/api/use-now.ts';
import { usePathParameter } from '#web/path-parameters.ts';
import { paths } from '#web/paths.ts';
import { momentWords } from '#web/shell/dates.ts';
import { Button } from '#web/ui/Button.tsx';
import { firstName } from '../../conversations/conversation.ts';
import { CaseLayout } from '../CaseLayout.tsx';
import type { DecisionChoice } from '../ChoiceForm.tsx';
import { ConversationTimeline } from '../ConversationTimeline.tsx';
import { OpenTexts } from '../claims/OpenTexts.tsx';
import { DeskFiles, fileCountOf } from '../DeskFiles.tsx';
import { DeskFrame, DeskPage, StaffOnly, staffGate } from '../DeskPage.tsx';
import { type ItemRef, listPath } from '../desk-list.ts';
import { deskConversationQueries } from '../desk-queries.ts';
import { codeWords, DECISION_WORDS, reasonWords } from '../desk-words.ts';
import { Facts } from '../Facts.tsx';
import { ChoiceForm, TicketForm, ViewReasonForm } from '../forms.tsx';
import { PersonLink } from '../PersonLink.tsx';
import { Quote } from '../Quote.tsx';
import { Refund } from '../Refund.tsx';
import { proposalWords } from '../second-person-words.ts';
import { UnsentAnswer, UnsentReason } from '../UnsentReason.tsx';
import { useLook } from '../view-reason.ts';
import { WaitingProposal } from '../WaitingProposal.tsx';
import { WrittenMessages } from '../WrittenMessages.tsx';

export const loader = queryLoader(deskConversationQueries, staffGate);

type Conversation = Output<typeof viewDeskConversation>['data'][number];

/* `/desk/conversation/{conversationId}`: a conversation with its money, and decisions about it. docs/product/desk.md#screens */
export function Component() {
  return (
    <StaffOnly>
      <ConversationScreen />
    </StaffOnly>
  );
}

function ConversationScreen() {
  const conversationId = usePathParameter('conversationId');
  const one = useQuery(query(viewDeskConversation, { conversationId }));
  return (
    <DeskPage title="Conversation" back={paths.desk()} query={{ ...one, data: one.data?.data[0] }}>
      {(found) => <Shown found={found} />}
    </DeskPage>
  );
}

function Shown({ found: shown }: { found: Conversation }) {
  const now = useNow();
  const { id: conversationId } = shown;
  const { seen, look, isLooking, error } = useLook(viewDeskConversation, { conversationId });
  const content = seen?.content ?? shown.content;
  const found = { ...shown, content };
  const item = useWaitingLetter(found);
  const { permissionIds } = useCurrentUser();
  const texts = (
    <Texts
      found={found}
      // The newest count: of the look, it is the one from then.
      countSeen={seen?.messageCount}
      look={look}
      busy={isLooking}
      error={error}
      now={now}
      isWaiting={item !== undefined}
    />
  );
  if (found.inReview && permissionIds.includes('FINANCE'))
    return <ReviewCase found={found} item={item} texts={texts} now={now} />;
  const title = found.ticket ? 'Help ticket' : 'Conversation';
  return (
    <DeskFrame title={content?.subject ?? title} back={listPath()} item={item}>
      <div className="grid gap-6 wide:grid-cols-2 wide:items-start">
        <div className="grid gap-6">
          <ConversationFacts found={found} now={now} />
          {texts}
        </div>
        <div className="grid gap-6">
          <StaffActions found={found} />
          <StaffDecisions found={found} now={now} />
          <ConversationTimeline found={found} now={now} />
        </div>
      </div>
    </DeskFrame>
  );
}

/** A reported message whose payment is decided: the question is the title, and the decision beside it. */
function ReviewCase({
  found,
  item,
  texts,
  now,
}: {
  found: Conversation;
  item: ItemRef | undefined;
  texts: ReactNode;
  now: Instant;
}) {
  const title = `Does ${firstName(found.sender.fullName)} get ${leftWords(found)} back?`;
  return (
    <DeskFrame title={title} heading="content" width="full" back={listPath()} item={item}>
      <CaseLayout
        title={title}
        meta={`${found.reasonCode ? `${reasonWords(found.reasonCode)} · ` : ''}reported by ${found.recipient.fullName}, ${momentWords(found.modifiedAt, now)}`}
        decideNote={
          found.obstacle === null &&
          found.refundObstacle === null &&
          `You alone, up to ${formatMoney(found.refundAlone)}`
        }
        decision={(onBack) => <ReviewDecision found={found} onBack={onBack} />}
      >
        {texts}
        <ConversationFacts found={found} now={now} />
        <StaffDecisions found={found} now={now} />
        <ConversationTimeline found={found} now={now} />
      </CaseLayout>
    </DeskFrame>
  );
}

/** The choices of a review, or why the viewer does not decide it. */
function ReviewDecision({ found, onBack }: { found: Conversation; onBack: () => void }) {
  const { id: conversationId, obstacle, refundObstacle, refundCaseId, refused, reads } = found;
  const id = `review_${conversationId}`;
  const sender = firstName(found.sender.fullName);
  const recipient = firstName(found.recipient.fullName);
  const refund = `Refund ${leftWords(found)} to ${sender}`;
  if (obstacle !== null)
    return (
      <>
        <p className="text-soft">{obstacle}</p>
        <UnsentReason id={id} />
      </>
    );
  if (refundObstacle !== null && refundCaseId !== null)
    return (
      <>
        <p className="text-soft">
          <WaitingProposal sentence={refundObstacle} caseId={refundCaseId} />
        </p>
        <UnsentReason id={id} />
      </>
    );
  const proposal = proposalWords(found, { amount: found.price });
  const choices: DecisionChoice[] = [
    {
      value: 'REFUND',
      label: refund,
      hint: `Not ${sender}’s fault, or no harm meant.`,
      button: refund,
      isMoney: true,
      kinds: ['REVIEW_REFUNDED'],
      reads: reads.REFUND ?? [],
      refused: refused.REFUND,
      proposal,
      input: { outcome: 'REFUND' },
    },
    {
      value: 'KEEP',
      label: 'Keep the payment',
      hint: `${sender} stays charged. ${recipient} earns nothing of it.`,
      button: 'Keep the payment',
      kinds: ['REVIEW_KEPT'],
      reads: reads.KEEP ?? [],
      refused: refused.KEEP,
      proposal,
      input: { outcome: 'KEEP' },
    },
  ];
  return (
    <ChoiceForm
      id={id}
      submit="Decide this review"
      choices={choices}
      onBack={onBack}
      send={(values: object, options) =>
        call(decideReview, { conversationId, ...values } as never, options)
      }
    />
  );
}

/** The part of the price that is still there to refund; all of it while a bank has taken it, which may come back. */
const leftWords = ({ price, givenBack }: Conversation): string =>
  formatMoney(givenBack === price ? price : minus(price, givenBack));

type TextsProps = {
  found: Conversation;
  /** How many messages there were when somebody looked; undefined before. */
  countSeen: number | undefined;
  look: (reason?: string) => Promise<boolean>;
  busy: boolean;
  error: string | undefined;
  now: Instant;
  /** Whether it waits for a decision or an answer, which is a reason to look. */
  isWaiting: boolean;
};

/** What was written, after a look with a reason. */
function Texts({ found, countSeen, look, busy, error, now, isWaiting }: TextsProps) {
  const { id: conversationId, content, ticket } = found;
  if (content)
    return (
      <>
        <Messages found={found} content={content} now={now} />
        {countSeen !== undefined && countSeen !== found.messageCount && (
          <Button
            size="md"
            variant="quiet"
            busy={busy}
            className="justify-self-start"
            onClick={() => look()}
          >
            Show what was written since
          </Button>
        )}
      </>
    );
  if (isWaiting)
    return (
      <OpenTexts
        what={ticket ? 'The ticket is private' : 'The letter is private'}
        action={ticket ? 'Show the ticket' : 'Show the letter'}
        reason={ticket ? 'To answer this ticket' : 'To decide about this payment'}
        openedAt={undefined}
        onOpen={look}
        busy={busy}
        error={error}
      />
    );
  return (
    <ViewReasonForm
      what="the messages"
      about={conversationId}
      onReason={look}
      loading={busy}
      error={error}
    />
  );
}

/** The letter as what waits at the desk, for those who may decide about it; undefined if it does not wait. */
function useWaitingLetter({
  id,
  inReview,
  waitsSince,
  obstacle,
}: Conversation): ItemRef | undefined {
  const { permissionIds } = useCurrentUser();
  const queue = inReview ? 'REVIEWS' : waitsSince !== null ? 'TICKETS' : undefined;
  const may = queue && isPermitted(permissionIds, QUEUE_PERMISSIONS[queue]) && !obstacle;
  return may ? { type: 'CONVERSATION', id } : undefined;
}

function ConversationFacts({ found, now }: { found: Conversation; now: Instant }) {
  const { price, netEarnings, stillOwed } = found;
  return (
    <Facts
      facts={[
        ['From', <PersonLink key="from" person={found.sender} />],
        ['To', <PersonLink key="to" person={found.recipient} />],
        ['Status', codeWords(found.status)],
        ['Reason', found.reasonCode && reasonWords(found.reasonCode)],
        ['Money', price === ZERO ? null : `${formatMoney(price)}, ${codeWords(found.moneyState)}`],
        ['Earned', netEarnings === null ? null : formatMoney(netEarnings)],
        ['Given back', found.givenBack === ZERO ? null : formatMoney(found.givenBack)],
        ['Owed to the sender', stillOwed === ZERO ? null : formatMoney(stillOwed)],
        ['Dispute', found.dispute && codeWords(found.dispute)],
        ['Not done at Stripe', found.pendingAtStripe && codeWords(found.pendingAtStripe)],
        [
          'Deadline',
          found.ticket || !isPending(found.status) ? null : momentWords(found.deadlineAt, now),
        ],
        ['Waits since', found.waitsSince && momentWords(found.waitsSince, now)],
        ['Messages', found.messageCount],
        ['Id', found.id],
      ]}
    />
  );
}

type Content = NonNullable<Conversation['content']>;

function Messages({
  found,
  content,
  now,
}: {
  found: Conversation;
  content: Content;
  now: Instant;
}) {
  return (
    <section aria-label="Messages" className="grid gap-5">
      <h2 data-new-state className="font-serif text-xl">
        Messages
      </h2>
      <WrittenMessages content={content} people={[found.sender, found.recipient]} now={now} />
      <DeskFiles
        conversationId={found.id}
        count={fileCountOf(content.messages)}
        people={[found.sender, found.recipient]}
        isReported={isReportedOrClaimed(found.timeline)}
      />
      {content.note && <p>Note with the decline: {content.note}</p>}
      {content.additionalInformation && (
        <p>Additional information: {content.additionalInformation}</p>
      )}
    </section>
  );
}

/** The form that answers a ticket; of a ticket that has ended, the answer that was typed and not sent. */
function Ticket({ found: { id: conversationId, obstacle, status } }: { found: Conversation }) {
  const draftKey = `deskTicket_${conversationId}`;
  if (!isPending(status) && !isOpen(status))
    return (
      <>
        <p className="text-soft">This ticket has ended, so it can’t be answered anymore.</p>
        <UnsentAnswer draftKey={draftKey} />
      </>
    );
  return (
    <TicketForm
      draftKey={draftKey}
      obstacle={obstacle}
      send={(values, options) => call(answerTicket, { conversationId, ...values }, options)}
    />
  );
}

function StaffActions({ found }: { found: Conversation }) {
  const { permissionIds } = useCurrentUser();
  const { id: conversationId, ticket, inReview, content } = found;
  const finance = permissionIds.includes('FINANCE');
  if (ticket) return permissionIds.includes('SUPPORT') && content ? <Ticket found={found} /> : null;
  if (!finance || inReview || found.price === ZERO) return null;
  return (
    <>
      <UnsentReason id={`review_${conversationId}`} />
      <Refund found={found} />
    </>
  );
}

/** What staff decided about the money, with who decided and why. */
function StaffDecisions({ found: { decisions }, now }: { found: Conversation; now: Instant }) {
  if (decisions.length === 0) return null;
  return (
    <section aria-label="Decisions" className="grid gap-3">
      <h2 className="font-serif text-xl">Decisions</h2>
      {decisions.map(({ kind, by, at, reason }) => (
        <Quote
          key={`${at} ${kind}`}
          about={`${DECISION_WORDS[kind]}: ${by?.fullName ?? 'an account that’s gone'}, ${momentWords(at, now)}`}
        >
          {reason}
        </Quote>
      ))}
    </section>
  );
}
