import { Link } from 'react-router';
import { plural } from '#shared/messages/plural.ts';
import { type Cents, formatMoney, ZERO } from '#shared/money.ts';
import { useNow } from '#web/api/use-now.ts';
import { useViewerId } from '#web/api/viewer.ts';
import type { InboxRow } from '#web/features/conversations/conversation.ts';
import { Amount } from '#web/features/conversations/lists/Amount.tsx';
import { AnswerLink } from '#web/features/conversations/lists/AnswerLink.tsx';
import { FreshnessMark } from '#web/features/conversations/lists/FreshnessMark.tsx';
import { claimLabel, freshness } from '#web/features/conversations/lists/labels.ts';
import { RowState } from '#web/features/conversations/lists/RowState.tsx';
import { RowSubject } from '#web/features/conversations/lists/RowSubject.tsx';
import { nextToAnswer } from '#web/features/conversations/lists/waiting-rows.ts';
import type { RowLabel } from '#web/features/conversations/statuses/parts.ts';
import { inboxLabel } from '#web/features/conversations/statuses/status-words.ts';
import { paths } from '#web/paths.ts';
import { Avatar } from '#web/ui/Avatar.tsx';
import { TwoLineRow } from '#web/ui/List.tsx';
import { HomeSection } from './HomeSection.tsx';
import type { Waiting } from './waiting.ts';

/** The most messages to answer: Home links to the lists, it does not replace them. */
const ANSWERS_SHOWN = 4;
/** The most claims. */
const CLAIMS_SHOWN = 3;

export type YourAnswersProps = {
  waiting: Waiting;
  /** The number of messages to answer, and what they earn. */
  letters: number;
  net: Cents;
};

/* The messages to answer and the claims about answers, what is due first at the top; nothing if nobody waits. */
export function YourAnswers({ waiting, letters, net }: YourAnswersProps) {
  const viewerId = useViewerId();
  const now = useNow();
  const { pending, claims, hasMorePending } = waiting;
  if (pending.length + claims.length === 0) return null;
  const next = nextToAnswer(pending, ANSWERS_SHOWN);
  const rows = [
    ...next.filter((row) => row.expiringSoon),
    // A claim waits for 72 hours: what expires within a day is due before it, everything else after.
    ...claims.slice(0, CLAIMS_SHOWN),
    ...next.filter((row) => !row.expiringSoon),
  ];
  const labelOf = (row: InboxRow) => claimLabel(row, viewerId) ?? inboxLabel(row, viewerId, now);
  return (
    <HomeSection
      title="Waiting for your answer"
      sum={<Sum letters={letters} claims={claims.length} net={net} />}
      action={<AnswerLink viewerId={viewerId} now={now} rows={pending} hasMore={hasMorePending} />}
    >
      {rows.map((row) => (
        <AnswerRow key={row.id} row={row} viewerId={viewerId} label={labelOf(row)} />
      ))}
    </HomeSection>
  );
}

type AnswerRowProps = { row: InboxRow; viewerId: string; label: RowLabel };

function AnswerRow({ row, viewerId, label }: AnswerRowProps) {
  const mark = freshness(row, viewerId);
  return (
    <TwoLineRow
      portrait={<Avatar name={row.senderName} imageUrl={row.senderAvatarUrl} size="row" />}
      mark={<FreshnessMark mark={mark} />}
      read={mark === 'read'}
      name={row.senderName}
      state={<RowState label={label} />}
      text={<RowSubject row={row} />}
      figure={<Amount amount={row.netEarnings} className="text-lg leading-tight" />}
      render={<Link to={paths.inboxViewer(row.id)} />}
    />
  );
}

type SumProps = { letters: number; claims: number; net: Cents };

/**
 * What the answers earn; on a wide screen after how many there are. A claim has an amount in its row, which was earned before, so
 * beside claims the sum says that it is for the letters.
 */
function Sum({ letters, claims, net }: SumProps) {
  const letterWords = letters > 0 && plural(letters, { one: '# letter', other: '# letters' });
  const claimWords = claims > 0 && plural(claims, { one: 'a claim', other: '# claims' });
  const saysLetters = claims > 0 && letters > 0 && net > ZERO;
  const counted = [!saysLetters && letterWords, claimWords].filter(Boolean);
  return (
    <>
      <span className="hidden text-soft wide:inline">{counted.join(', ')}</span>
      {net > ZERO && (
        <>
          <span className="hidden text-soft wide:inline"> · </span>
          <strong className="font-figures font-medium text-xl wide:font-sans wide:font-semibold wide:text-base">
            {formatMoney(net)}
          </strong>
          {saysLetters && (
            // On a phone below the sum, so that the heading has its line.
            <span className="block text-[0.8125rem] text-soft wide:inline wide:text-base">
              {' '}
              for {letterWords}
            </span>
          )}
        </>
      )}
    </>
  );
}
