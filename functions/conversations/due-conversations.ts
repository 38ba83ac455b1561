import { Refusal } from '#shared/refusals.ts';
import type { Change, Conversation } from '#shared/rules/conversations/conversations.ts';
import { isResponseDue, postponeResponse } from '#shared/rules/conversations/dispute-responses.ts';
import { nextDue, nextTransition } from '#shared/rules/conversations/due.ts';
import { postponePendingEffect } from '#shared/rules/conversations/pending-effect.ts';
import type { Instant } from '#shared/time.ts';
import { dueConversations } from '../storage/conversations/conversation-lists.ts';
import { changeConversation } from '../storage/conversations/conversations.ts';
import type { Job } from '../storage/index-keys.ts';
import { sweepItems } from '../sweep-items.ts';
import { type PaymentContext, settleMoney } from './settle-payment.ts';

/** The time (ms) that is kept for completing the current batch. */
const RESERVE = 20_000;
const BATCH_SIZE = 50;

/** Processes a conversation in a sweep, after its money is settled. */
type Afterwards = (conversation: Conversation) => Promise<void>;

/**
 * Processes all conversations that are due for a job, in slices, until none is left or the time runs out; the next run
 * continues. Safe to run twice, concurrently or late, because each conversation is decided by its own stored state. One that
 * fails is postponed, longer each time, and does not block the others. Throws at the end if any failed for another reason
 * than that Stripe did not answer.
 */
export async function sweep(
  context: PaymentContext,
  job: Job,
  timeLeft: () => number,
  afterwards: Afterwards = async () => {},
): Promise<void> {
  const { table, now, log } = context;
  let faults = 0;
  const { done } = await sweepItems({
    read: async (from) => {
      const { ids, next } = await dueConversations(table, job, now, { limit: BATCH_SIZE, from });
      return { items: ids, next };
    },
    handle: async (id) => {
      if ((await processConversation(context, id, afterwards)) === 'fault') faults += 1;
    },
    timeLeft,
    log,
    reserve: RESERVE,
  });
  if (done > 0) log.info('swept', { job, done, faults });
  if (faults > 0) throw new Error(`${faults} of ${done} conversations could not be processed`);
}

async function processConversation(
  context: PaymentContext,
  id: string,
  afterwards: Afterwards,
): Promise<'done' | 'fault'> {
  const { table, now, log } = context;
  try {
    const current = await changeConversation(table, id, now, (found) => nextTransition(found, now));
    const after = current && (await settleMoney(context, current));
    // A refund may wait weeks for the bank's decision about a dispute, so it is not tried in every run.
    if (after) await afterwards(after);
    if (after && (after.money.owed || isResponseDue(after))) await postpone(context, id);
    return 'done';
  } catch (fault) {
    const silent = fault instanceof Refusal;
    if (silent) log.warn('Stripe did not answer', { id });
    else log.error('processing a conversation failed', { id, error: fault as Error });
    await postpone(context, id);
    return silent ? 'done' : 'fault';
  }
}

/** A refund and a response to a dispute can be due at once; each keeps its own pause. */
function postponeDue(found: Conversation, now: Instant): Change {
  const { owed, tryAt } = found.money;
  if (!isResponseDue(found)) return postponePendingEffect(found, now);
  const { next } = postponeResponse(found, now);
  return owed && tryAt !== undefined && tryAt <= now ? postponePendingEffect(next, now) : { next };
}

async function postpone({ table, now, log }: PaymentContext, id: string): Promise<void> {
  try {
    await changeConversation(table, id, now, (found) => {
      const due = nextDue(found);
      return due && due.at <= now ? postponeDue(found, now) : undefined;
    });
  } catch (fault) {
    log.error('postponing a conversation failed', { id, error: fault as Error });
  }
}
