import { utcDeadline } from '#shared/dates.ts';
import { newId } from '#shared/ids.ts';
import { Refusal } from '#shared/refusals.ts';
import type { ClaimAction, ClaimReason } from '#shared/rules/conversations/claim-states.ts';
import {
  CLAIMS_MAX,
  CLAIMS_PERIOD,
  claimActionRefusal,
  claimRefusal,
  contestClaim,
  countingClaims,
  openClaim,
} from '#shared/rules/conversations/claims.ts';
import type { Change, Conversation, Side } from '#shared/rules/conversations/conversations.ts';
import { type Instant, later, toSeconds } from '#shared/time.ts';
import { onceForKey } from '../idempotency.ts';
import { basisOfClaim } from '../storage/conversations/claims.ts';
import { changeConversation, type Decision } from '../storage/conversations/conversations.ts';
import type { KeyedCall } from '../storage/idempotency.ts';
import type { TableWriter } from '../storage/table.ts';
import { participantOf, throwIfRefused } from './participant.ts';

/* What the two sides do about a claim. Each action is decided on the newest stored state. docs/product/conversations.md#claims */

type Context = { readonly table: TableWriter; readonly now: Instant };
/** An action of a person. `keyed`: the call with its Idempotency-Key. */
type ClaimCall = {
  readonly conversationId: string;
  readonly userId: string;
  readonly keyed: KeyedCall | undefined;
};

/**
 * Opens a claim for the sender. Refuses as `claimRefusal` does, with TOO_MANY_REQUESTS after three claims in 90 days, and with
 * NOT_FOUND for anyone who is not part of the conversation.
 */
export function claimAnswer(
  context: Context,
  call: ClaimCall,
  claim: { readonly reason: ClaimReason; readonly text: string },
): Promise<void> {
  const { table, now } = context;
  return changeOnce(context, call, async (current, side) => {
    throwIfRefused(claimRefusal(current, side, now));
    const { claimsBefore, balance, isRecipientClosed } = await basisOfClaim(table, current);
    if (isRecipientClosed) throw new Refusal('WRONG_STATUS', { message: CLOSED_ACCOUNT });
    refuseTooMany(countingClaims(claimsBefore.recent, now), now);
    return { ...openClaim(current, claim, balance, now), claimsBefore };
  });
}

const CLOSED_ACCOUNT =
  'This person’s account is closed, so they can’t respond to a claim. Please send us a help ticket.';

function refuseTooMany(counting: readonly Instant[], now: Instant): void {
  const [oldest] = counting.slice(-CLAIMS_MAX);
  if (oldest === undefined || counting.length < CLAIMS_MAX) return;
  const next = later(oldest, CLAIMS_PERIOD);
  throw new Refusal('TOO_MANY_REQUESTS', {
    message: `You’ve made ${CLAIMS_MAX} claims in the last 90 days, which is the limit. You can make another one after ${utcDeadline(next)}.`,
    retryAfter: toSeconds(next) - toSeconds(now),
  });
}

/**
 * Performs an action about a claim, and then `afterwards`. Refuses with the refusals of `claimActionRefusal`, and with NOT_FOUND for
 * anyone who is not part of the conversation.
 */
export function actOnClaim(
  context: Context,
  call: ClaimCall & { readonly action: ClaimAction },
  change: (current: Conversation, side: Side) => Change,
  afterwards?: (changed: Conversation) => Promise<unknown>,
): Promise<void> {
  return changeOnce(
    context,
    call,
    (current, side) => {
      throwIfRefused(claimActionRefusal(current, side, call.action, context.now));
      return change(current, side);
    },
    afterwards,
  );
}

/** Takes a claim to the desk for one of its sides, with a new case. */
export function takeToDesk(
  context: Context,
  call: ClaimCall & { readonly action: 'contest' | 'askForDecision' },
  text: string,
): Promise<void> {
  const caseId = newId(context.now);
  return actOnClaim(context, call, (current, side) =>
    contestClaim(current, side, { text, caseId }, context.now),
  );
}

/** Changes a conversation for one of its sides. A repeated call with the same Idempotency-Key changes nothing. */
async function changeOnce(
  context: Context,
  { conversationId, userId, keyed }: ClaimCall,
  decide: (current: Conversation, side: Side) => Decision | Promise<Decision>,
  afterwards?: (changed: Conversation) => Promise<unknown>,
): Promise<void> {
  const { table, now } = context;
  await onceForKey(
    context,
    keyed,
    async () => {
      const after = await changeConversation(table, conversationId, now, async (current) => {
        const { side } = participantOf(current, userId, now);
        const request = { keyed, made: conversationId };
        return { ...(await decide(current, side)), request };
      });
      if (!after) throw new Refusal('NOT_FOUND');
      await afterwards?.(after);
      return conversationId;
    },
    (made) => made,
  );
}
