import { Refusal } from '../../shared/refusals.ts';
import { nextDue } from '../../shared/rules/conversations/due.ts';
import { fallDue, postponed } from '../../shared/rules/conversations/payment-status.ts';
import { dueConversations } from '../storage/conversations/conversation-lists.ts';
import { changeConversation } from '../storage/conversations/conversations.ts';
import type { Job } from '../storage/keys.ts';
import { type Desk, settleMoney } from './settle-payment.ts';

/** Enough time to bring the conversations in hand to a clean end. */
const RESERVE = 20_000;
const SLICE = 50;
const AT_ONCE = 5;

/**
 * Brings on every conversation with something due for a job, slice by slice, until none is left or the time runs out;
 * the next run goes on. Safe to run twice, at once, or late: each conversation decides by its own facts. One that
 * cannot be brought on waits longer each time and holds nobody up. Throws at the end when some failed for another
 * reason than a silent provider.
 */
export async function sweep(desk: Desk, job: Job, timeLeft: () => number): Promise<void> {
  let [done, faults] = [0, 0];
  let from: Readonly<Record<string, unknown>> | undefined;
  do {
    const slice = await dueConversations(desk.table, job, desk.now, { limit: SLICE, from });
    for (let first = 0; first < slice.ids.length && timeLeft() > RESERVE; first += AT_ONCE) {
      const batch = slice.ids.slice(first, first + AT_ONCE);
      const went = await Promise.all(batch.map((id) => bringOn(desk, id)));
      done += batch.length;
      faults += went.filter((one) => one === 'fault').length;
    }
    from = slice.next;
  } while (from && timeLeft() > RESERVE);
  if (done > 0) desk.log.info('swept', { job, done, faults });
  if (faults > 0) throw new Error(`${faults} of ${done} conversations could not be brought on`);
}

async function bringOn(desk: Desk, id: string): Promise<'done' | 'silent' | 'fault'> {
  const { table, now, log } = desk;
  try {
    const current = await changeConversation(table, id, now, (found) => fallDue(found, now));
    const after = current && (await settleMoney(desk, current));
    // A bank that decides about a dispute takes weeks: what waits for somebody else is not asked for in every run.
    if (after?.money.owed) await postpone(desk, id);
    return 'done';
  } catch (fault) {
    const silent = fault instanceof Refusal;
    if (silent) log.warn('the provider is silent', { id });
    else log.error('a conversation cannot be brought on', { id, error: fault as Error });
    await postpone(desk, id);
    return silent ? 'silent' : 'fault';
  }
}

async function postpone({ table, now, log }: Desk, id: string): Promise<void> {
  try {
    await changeConversation(table, id, now, (found) => {
      const due = nextDue(found);
      return due && due.at <= now ? postponed(found, now) : undefined;
    });
  } catch (fault) {
    log.error('a conversation cannot be postponed', { id, error: fault as Error });
  }
}
