import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { SUPPORT_USERNAME } from '#shared/brand.ts';
import { formatMoney } from '#shared/money.ts';
import type { Side } from '#shared/rules/conversations/conversations.ts';
import { isPending } from '#shared/rules/conversations/conversations.ts';
import { type Instant, toIso } from '#shared/time.ts';
import { paths } from '#web/paths.ts';
import { deadlineWords, recencyWords } from '#web/shell/dates.ts';
import { PageHeading } from '#web/shell/Page.tsx';
import { Money } from '#web/ui/Money.tsx';
import { claimReactions } from '../claims/claim-turn.ts';
import { type Conversation, firstName } from '../conversation.ts';
import { earningsWords, isFree, moneyStateWords } from '../money-words.ts';
import { endedWord } from '../statuses/status-words.ts';

/*
 * The top of every screen about a letter: its subject, and in one line the other person, the one date that matters and the money.
 * Nothing else stands before the letter.
 */

/** The look of a subject over its letter. */
export const SUBJECT =
  'font-serif text-[1.75rem] leading-8 max-[22.5rem]:text-2xl max-[22.5rem]:leading-7';

export type ThreadHeadingProps = { conversation: Conversation; side: Side; now: Instant };

export function ThreadHeading(props: ThreadHeadingProps) {
  return (
    <header className="pb-2">
      <PageHeading className={SUBJECT}>{props.conversation.subject}</PageHeading>
      <MetaLine {...props} />
    </header>
  );
}

export function MetaLine({ conversation, side, now }: ThreadHeadingProps) {
  const isClaimed = side === 'recipient' && claimReactions(conversation, now).length > 0;
  const parts = [
    <Partner key="partner" conversation={conversation} side={side} />,
    ...(isClaimed
      ? claimParts(conversation, now)
      : [
          ...whenParts(conversation, now),
          <MoneyPart key="money" conversation={conversation} side={side} />,
        ]),
  ];
  return (
    <p className="mt-1 text-[0.875rem] text-soft leading-5">
      {parts.map((part, place) => (
        <span key={part.key}>
          {place > 0 && ' · '}
          {part}
        </span>
      ))}
    </p>
  );
}

type PartProps = Omit<ThreadHeadingProps, 'now'>;

/** The other person, with a link to their profile. Support has none. */
function Partner({ conversation, side }: PartProps) {
  const { senderName, senderUsername, recipientName, recipientUsername } = conversation;
  const [name, username] =
    side === 'sender' ? [recipientName, recipientUsername] : [senderName, senderUsername];
  const shown = <bdi className="font-semibold text-ink">{firstName(name)}</bdi>;
  if (username === SUPPORT_USERNAME) return shown;
  return (
    <Link to={paths.profile(username)} className="underline-offset-4 hover:underline">
      {shown}
    </Link>
  );
}

/** Until when the recipient can respond to a claim, and what is frozen until then. */
function claimParts({ claim }: Conversation, now: Instant) {
  const until = claim?.until;
  const when = until && (
    <span key="when">
      until <time dateTime={toIso(until)}>{deadlineWords(until, now)}</time>
    </span>
  );
  const money = claim?.frozen && (
    <span key="money" className="font-semibold text-ink">
      {formatMoney(claim.frozen)} frozen
    </span>
  );
  return [when || [], money || []].flat();
}

/** The deadline while a letter waits, afterwards when it was answered or how it ended. A free letter has no deadline. */
function whenParts(conversation: Conversation, now: Instant) {
  const { status, deadlineAt, timeline } = conversation;
  if (isPending(status)) {
    if (isFree(conversation)) return [];
    return [
      <span key="when">
        <Small>due </Small>
        <time dateTime={toIso(deadlineAt)}>{deadlineWords(deadlineAt, now)}</time>
        {status === 'NEEDS_INFO' && ' at the latest'}
      </span>,
    ];
  }
  const answered = timeline.find(({ event }) => event === 'ANSWERED');
  const end = answered ?? timeline.findLast(({ event }) => event === status);
  if (!end) return [];
  return [
    <span key="when">
      {answered ? 'answered' : endedWord(conversation)}{' '}
      <time dateTime={toIso(end.at)}>{recencyWords(end.at, now)}</time>
    </span>,
  ];
}

function MoneyPart({ conversation, side }: PartProps) {
  const { status, netEarnings, moneyState, price } = conversation;
  if (side === 'recipient' && isPending(status) && !isFree(conversation))
    return (
      <span className="whitespace-nowrap">
        <Small>you earn </Small>
        <Money amount={netEarnings} className="font-semibold text-base text-ink" />
      </span>
    );
  if (side === 'sender' && isPending(status) && moneyState === 'HELD' && !isFree(conversation))
    return (
      <span className="whitespace-nowrap font-semibold text-ink">
        {formatMoney(price)}
        <Small> on hold</Small>
      </span>
    );
  return (
    <span className="font-semibold text-ink">
      {side === 'sender' ? moneyStateWords(conversation) : earningsWords(conversation)}
    </span>
  );
}

/** Words that a phone narrower than 360 px has no room for: screen readers still say them. */
function Small({ children }: { children: ReactNode }) {
  return <span className="max-[22.5rem]:sr-only">{children}</span>;
}
