import { CircleCheck, Clock, type LucideIcon, Scale, Undo2 } from 'lucide-react';
import { useState } from 'react';
import type { ClaimState } from '#shared/rules/conversations/claim-states.ts';
import type { Side } from '#shared/rules/conversations/conversations.ts';
import type { Instant } from '#shared/time.ts';
import { Banner } from '#web/ui/Banner.tsx';
import { Button } from '#web/ui/Button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { type Conversation, firstName } from '../conversation.ts';
import { ConfirmClaim } from './ConfirmClaim.tsx';
import { type Claim, claimBanner, idleWords } from './claim-banner.ts';
import { REASON_WORDS } from './claim-reason-words.ts';

/* The state of a claim, what the two sides wrote about it, and what the viewer may do. */

const ICONS: Record<ClaimState, LucideIcon> = {
  OPEN: Clock,
  IMPROVED: Clock,
  CONTESTED: Scale,
  GIVEN_BACK: Undo2,
  LAPSED: Undo2,
  UPHELD: Undo2,
  REJECTED: CircleCheck,
  WITHDRAWN: CircleCheck,
  ACCEPTED: CircleCheck,
  OVERTAKEN: Scale,
  OVERTURNED: Scale,
};

export type ClaimPanelProps = {
  conversation: Conversation;
  side: Side;
  now: Instant;
  /** Whether the line under the subject has the deadline and the frozen amount already. */
  isDated?: boolean | undefined;
};

export function ClaimPanel(props: ClaimPanelProps) {
  const { claim } = props.conversation;
  return claim && <Panel {...props} claim={claim} />;
}

type PanelProps = ClaimPanelProps & { claim: Claim };

function Panel({ conversation, side, now, claim, isDated }: PanelProps) {
  const { title, tone, ...banner } = claimBanner(conversation, claim, side, now);
  const note = isDated ? idleWords(conversation) : banner.note;
  const { contest, decisionReason } = claim;
  // Beside or above the form of the reply every line counts.
  const isTurn = side === 'recipient' && claim.state === 'OPEN';
  const nameOf = (author: Side) =>
    author === side
      ? 'You'
      : firstName(author === 'sender' ? conversation.senderName : conversation.recipientName);
  return (
    <Banner
      tone={tone}
      icon={isTurn ? undefined : ICONS[claim.state]}
      title={title}
      action={
        claim.actions.includes('withdraw') && (
          <Withdraw conversation={conversation} side={side} claim={claim} />
        )
      }
    >
      <div className={classNames('grid gap-3', isTurn && 'text-[0.9375rem] leading-5.5')}>
        <Quote about={`${nameOf('sender')}: “${REASON_WORDS[claim.reason].label}”`}>
          {claim.text}
        </Quote>
        <p>{note}</p>
        {contest && <Quote about={nameOf(contest.by)}>{contest.text}</Quote>}
        {decisionReason && <Quote about="Our decision">{decisionReason}</Quote>}
      </div>
    </Banner>
  );
}

function Quote({ about, children }: { about: string; children: string }) {
  return (
    <figure className="grid gap-1">
      <figcaption className="font-semibold text-[0.875rem] text-ink">{about}</figcaption>
      <blockquote
        dir="auto"
        className="wrap-anywhere whitespace-pre-line border-rule border-l-2 pl-3 font-serif text-ink text-lg leading-snug"
      >
        {children}
      </blockquote>
    </figure>
  );
}

/** The end of the sender's claim, which is confirmed in place. The other reactions are in the bar and the menu of the viewer. */
function Withdraw({
  conversation,
  side,
  claim,
}: Pick<PanelProps, 'conversation' | 'side' | 'claim'>) {
  const [isConfirming, setConfirming] = useState(false);
  const isImproved = claim.state === 'IMPROVED';
  return (
    <>
      <Button block size="md" variant="quiet" onClick={() => setConfirming(true)}>
        {isImproved ? 'Accept the answer' : 'Withdraw the claim'}
      </Button>
      {isConfirming && (
        <ConfirmClaim
          conversation={conversation}
          side={side}
          action={isImproved ? 'accept' : 'withdraw'}
          onClose={() => setConfirming(false)}
        />
      )}
    </>
  );
}
