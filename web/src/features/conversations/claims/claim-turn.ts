import { isUndecided } from '#shared/rules/conversations/claim-states.ts';
import type { Instant } from '#shared/time.ts';
import { paths } from '#web/paths.ts';
import type { Conversation, InboxRow } from '../conversation.ts';

/* Whose turn it is in a claim, and where they react. docs/product/conversations.md#claims */

type Claimed = Pick<Conversation, 'id' | 'claim'>;

/** The note under the reactions in a viewer. */
export const REPLY_IS_NO_REACTION = 'A reply doesn’t settle the claim.';

export type Reaction = { readonly to: string; readonly words: string };

/** Whether a conversation has a claim that is not settled: then a free reply is not its main action. */
export const hasUnsettledClaim = ({ claim }: Pick<Conversation, 'claim'>): boolean =>
  isUndecided(claim?.state);

/** The reactions that have a screen of their own, the main one first; none if the viewer has no turn, or if their time is over. */
export function claimReactions({ id, claim }: Claimed, now: Instant): readonly Reaction[] {
  if (!claim || (claim.until !== null && now >= claim.until)) return [];
  const reactions = {
    improve: { to: paths.improveAnswer(id), words: 'Improve the answer' },
    askForDecision: { to: paths.askForDecision(id), words: 'Ask us to decide' },
    contest: { to: paths.contestClaim(id), words: 'Contest the claim' },
  };
  return (['improve', 'askForDecision', 'contest'] as const)
    .filter((action) => claim.actions.includes(action))
    .map((action) => reactions[action]);
}

/** Whether a claim in a list row waits for the viewer: the recipient has to react to it, the sender to read the improved answer. */
export function isClaimTurn(
  { claimState, senderId }: Pick<InboxRow, 'claimState' | 'senderId'>,
  viewerId: string,
): boolean {
  return claimState === (senderId === viewerId ? 'IMPROVED' : 'OPEN');
}
