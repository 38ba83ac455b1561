import { CircleCheck, Clock, type LucideIcon, Scale, Undo2 } from 'lucide-react';
import { useState } from 'react';
import type { ClaimState } from '../../../../../shared/rules/conversations/claim-states.ts';
import type { Side } from '../../../../../shared/rules/conversations/conversations.ts';
import type { Instant } from '../../../../../shared/time.ts';
import { Banner } from '../../../ui/Banner.tsx';
import { Button } from '../../../ui/Button.tsx';
import { type Conversation, firstName } from '../conversation.ts';
import { ConfirmClaim } from './ConfirmClaim.tsx';
import { type Claim, claimBanner } from './claim-banner.ts';
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
};

export type ClaimPanelProps = { conversation: Conversation; side: Side; now: Instant };

export function ClaimPanel(props: ClaimPanelProps) {
  const { claim } = props.conversation;
  return claim && <Panel {...props} claim={claim} />;
}

type PanelProps = ClaimPanelProps & { claim: Claim };

function Panel({ conversation, side, now, claim }: PanelProps) {
  const { title, tone, note } = claimBanner(conversation, claim, side, now);
  const { contest, decisionReason } = claim;
  const nameOf = (author: Side) =>
    author === side
      ? 'You'
      : firstName(author === 'sender' ? conversation.senderName : conversation.recipientName);
  return (
    <Banner
      tone={tone}
      icon={ICONS[claim.state]}
      title={title}
      action={<Actions conversation={conversation} side={side} claim={claim} />}
    >
      <div className="grid gap-3">
        <p>{note}</p>
        <Quote about={`${nameOf('sender')}: “${REASON_WORDS[claim.reason].label}”`}>
          {claim.text}
        </Quote>
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
function Actions({ conversation, side, claim }: Omit<PanelProps, 'now'>) {
  const [isConfirming, setConfirming] = useState(false);
  if (!claim.actions.includes('withdraw')) return null;
  return (
    <>
      <Button block size="md" variant="quiet" onClick={() => setConfirming(true)}>
        {claim.state === 'IMPROVED' ? 'Accept the answer' : 'Withdraw the claim'}
      </Button>
      {isConfirming && (
        <ConfirmClaim
          conversation={conversation}
          side={side}
          action="withdraw"
          onClose={() => setConfirming(false)}
        />
      )}
    </>
  );
}
