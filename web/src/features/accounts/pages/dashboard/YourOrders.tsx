import { Link } from 'react-router';
import { NO_DEADLINE } from '#shared/rules/conversations/state-machine.ts';
import type { Instant } from '#shared/time.ts';
import { useNow } from '#web/api/use-now.ts';
import { useViewerId } from '#web/api/viewer.ts';
import { firstName, type OrderRow } from '#web/features/conversations/conversation.ts';
import { Amount } from '#web/features/conversations/lists/Amount.tsx';
import { FreshnessMark } from '#web/features/conversations/lists/FreshnessMark.tsx';
import { claimLabel } from '#web/features/conversations/lists/labels.ts';
import { RowState } from '#web/features/conversations/lists/RowState.tsx';
import { RowSubject } from '#web/features/conversations/lists/RowSubject.tsx';
import type { RowLabel } from '#web/features/conversations/statuses/parts.ts';
import { orderLabel } from '#web/features/conversations/statuses/status-words.ts';
import { paths } from '#web/paths.ts';
import { rowDayWords, weekdayWords } from '#web/shell/dates.ts';
import { Avatar } from '#web/ui/Avatar.tsx';
import { Button } from '#web/ui/Button.tsx';
import { TwoLineRow } from '#web/ui/List.tsx';
import { HomeSection } from './HomeSection.tsx';
import type { Waiting } from './waiting.ts';

/** The most rows of each kind. */
const SHOWN = 3;

export type YourOrdersProps = {
  waiting: Waiting;
  /** Whether the first row has a button: a screen has one main action, and answers come before it. */
  hasAction: boolean;
};

const ANSWERED: RowLabel = { words: 'answered', tone: 'earned', icon: 'new' };

/* What the viewer's own orders ask of them: questions, improved answers to check, and unread answers. Then the orders that wait. */
export function YourOrders({ waiting, hasAction }: YourOrdersProps) {
  const viewerId = useViewerId();
  const now = useNow();
  const { questions, improved, news, unanswered } = waiting;
  // The row of an unread answer says what came, also if the conversation is closed.
  const newsLabel = (row: OrderRow) => (news.includes(row) ? ANSWERED : undefined);
  const rows = [questions, improved, news].flatMap((kind) => kind.slice(0, SHOWN));
  const [first] = rows;
  return (
    <>
      {first && (
        <HomeSection
          title="Waiting for you"
          action={hasAction && <FirstAction row={first} isQuestion={questions.includes(first)} />}
        >
          {rows.map((row) => (
            <OrderItem
              key={row.id}
              row={row}
              isNew={!row.messageRead && row.lastMessageUserId !== viewerId}
              label={claimLabel(row, viewerId) ?? newsLabel(row) ?? orderLabel(row, viewerId)}
              date={news.includes(row) ? rowDayWords(row.rawModificationTime, now) : undefined}
            />
          ))}
        </HomeSection>
      )}
      {unanswered.length > 0 && (
        <HomeSection title="Waiting for an answer">
          {unanswered.slice(0, SHOWN).map((row) => (
            <OrderItem key={row.id} row={row} label={waitingLabel(row, now)} />
          ))}
        </HomeSection>
      )}
    </>
  );
}

/** Until when an order waits for its answer, at the latest. */
function waitingLabel({ deadlineAt }: OrderRow, now: Instant): RowLabel {
  if (deadlineAt >= NO_DEADLINE) return { words: 'waiting', tone: 'held', icon: 'clock' };
  return { words: `by ${weekdayWords(deadlineAt, now)}`, tone: 'held', icon: 'clock' };
}

function FirstAction({ row, isQuestion }: { row: OrderRow; isQuestion: boolean }) {
  const name = firstName(row.recipientName);
  return isQuestion ? (
    <Button block render={<Link to={paths.giveInformation(row.id)} />}>
      Reply to {name}
    </Button>
  ) : (
    <Button block render={<Link to={paths.orderViewer(row.id)} />}>
      Read {name}’s answer
    </Button>
  );
}

type OrderItemProps = {
  row: OrderRow;
  label: RowLabel;
  isNew?: boolean;
  date?: string | undefined;
};

function OrderItem({ row, label, isNew = false, date }: OrderItemProps) {
  return (
    <TwoLineRow
      portrait={<Avatar name={row.recipientName} imageUrl={row.recipientAvatarUrl} size="row" />}
      mark={isNew && <FreshnessMark mark="new" />}
      read={!isNew}
      name={row.recipientName}
      state={<RowState label={label} {...(date && { date })} />}
      text={<RowSubject row={row} />}
      figure={<Amount amount={row.price} className="text-lg leading-tight" />}
      render={<Link to={paths.orderViewer(row.id)} />}
    />
  );
}
