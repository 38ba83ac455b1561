import { useQuery } from '@tanstack/react-query';
import { answerTicket, decideReview, viewDeskConversation } from '#shared/api/desk.ts';
import type { Output } from '#shared/api/operation.ts';
import { formatMoney, ZERO } from '#shared/money.ts';
import { isPending } from '#shared/rules/conversations/conversations.ts';
import { isPermitted, QUEUE_PERMISSIONS } from '#shared/rules/desk/permissions.ts';
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
import { ConversationTimeline } from '../ConversationTimeline.tsx';
import { DeskFrame, DeskPage, StaffOnly, staffGate } from '../DeskPage.tsx';
import { type ItemRef, listPath } from '../desk-list.ts';
import { deskConversationQueries } from '../desk-queries.ts';
import { codeWords, DECISION_WORDS, reasonWords } from '../desk-words.ts';
import { Facts } from '../Facts.tsx';
import { StaffActionForm, TicketForm, ViewReasonForm } from '../forms.tsx';
import { PersonLink } from '../PersonLink.tsx';
import { Quote } from '../Quote.tsx';
import { Refund } from '../Refund.tsx';
import { proposalWords } from '../second-person-words.ts';
import { UnsentAnswer, UnsentReason } from '../UnsentReason.tsx';
import { useLook } from '../view-reason.ts';
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
  const title = found.ticket ? 'Help ticket' : 'Conversation';
  return (
    <DeskFrame title={content?.subject ?? title} back={listPath()} item={useWaitingLetter(found)}>
      <div className="grid gap-6 wide:grid-cols-2 wide:items-start">
        <div className="grid gap-6">
          <ConversationFacts found={found} now={now} />
          {content ? (
            <Messages found={found} content={content} now={now} />
          ) : (
            <ViewReasonForm
              what="the messages"
              about={conversationId}
              onReason={look}
              loading={isLooking}
              error={error}
            />
          )}
          {seen && seen.messageCount !== found.messageCount && (
            <Button
              size="md"
              variant="quiet"
              busy={isLooking}
              className="justify-self-start"
              onClick={() => look()}
            >
              Show what was written since
            </Button>
          )}
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
  if (!isPending(status) && status !== 'OPEN' && status !== 'INVITED')
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
  const { id: conversationId, obstacle, ticket, inReview, content } = found;
  const { refundObstacle, refundCaseId } = found;
  const finance = permissionIds.includes('FINANCE');
  if (ticket) return permissionIds.includes('SUPPORT') && content ? <Ticket found={found} /> : null;
  if (!finance || found.price === ZERO) return null;
  if (inReview)
    return (
      <StaffActionForm
        id={`review_${conversationId}`}
        title="Decide about the payment"
        submit="Decide"
        variant="money"
        obstacle={obstacle}
        waiting={
          refundObstacle !== null && refundCaseId !== null
            ? { sentence: refundObstacle, caseId: refundCaseId }
            : undefined
        }
        decisions={({ outcome }) =>
          outcome === 'KEEP'
            ? ['REVIEW_KEPT']
            : outcome === 'REFUND'
              ? ['REVIEW_REFUNDED']
              : ['REVIEW_KEPT', 'REVIEW_REFUNDED']
        }
        proposal={() => proposalWords(found, { amount: found.price })}
        choices={[
          {
            name: 'outcome',
            label: 'Decision',
            options: [
              { value: 'REFUND', label: 'Refund the sender', refused: found.refused.REFUND },
              { value: 'KEEP', label: 'Keep the payment', refused: found.refused.KEEP },
            ],
          },
        ]}
        send={(values: object, options) =>
          call(decideReview, { conversationId, ...values } as never, options)
        }
      />
    );
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
