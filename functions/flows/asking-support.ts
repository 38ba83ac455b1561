import { SUPPORT_USERNAME } from '../../shared/brand.ts';
import { newId } from '../../shared/ids.ts';
import { invalidInput, Refusal } from '../../shared/refusals.ts';
import { firstMessage } from '../../shared/rules/conversations.ts';
import type { Conversation } from '../../shared/rules/course.ts';
import { ask } from '../../shared/rules/free-course.ts';
import type { Instant } from '../../shared/time.ts';
import { cleanMessage } from '../html.ts';
import { placeQuestion } from '../storage/conversations.ts';
import { fingerprintOf } from '../storage/requests.ts';
import type { TableReader, TableWriter } from '../storage/table.ts';
import { holderOfUsername, publicFaceOf, usersById } from '../storage/users.ts';
import { begunBefore, checkedKey, questionOf } from './beginning.ts';
import { refuseBlocked } from './blocked.ts';

export type TicketInput = {
  /** Where it is said at all, the product's own account. */
  readonly recipientId?: string | undefined;
  readonly messageSubject: string;
  readonly messageText: string;
};

/**
 * Sends a help ticket and answers the pending conversation. Nothing is charged: no card, no fee, no ledger entry, no
 * place of a commitment. One waits at a time. Refuses with INVALID_INPUT or PENDING_INBOX_EXISTS. `key`: the caller's
 * Idempotency-Key. Spec part 2, sections 1, 2 and 5.
 */
export async function askSupport(
  { table, now }: { readonly table: TableWriter; readonly now: Instant },
  senderId: string,
  input: TicketInput,
  key: string | undefined,
): Promise<Conversation> {
  const requestKey = checkedKey(key);
  const fingerprint = fingerprintOf(input);
  const body = cleanMessage(input.messageText, firstMessage, 'messageText');
  for (let attempt = 1; attempt <= 2; attempt += 1) {
    const begun = await begunBefore({ table, now }, { senderId, key: requestKey, fingerprint });
    if (begun) return begun;

    const { sender, support } = await partiesOf(table, senderId, input.recipientId, now);
    const question = {
      id: newId(now),
      questionId: newId(now),
      sender: publicFaceOf(sender),
      recipient: publicFaceOf(support),
      subject: input.messageSubject,
      ...(requestKey && { requestKey }),
    };
    const change = ask(question, now);
    const asked = { change, question: questionOf(change.next, body), fingerprint };
    const outcome = await placeQuestion(table, asked, now);
    if (outcome === 'done') return change.next;
    if (outcome === 'PENDING_EXISTS') throw new Refusal('PENDING_INBOX_EXISTS');
    // The same request was faster: its ticket is there now.
  }
  throw new Refusal('UNAVAILABLE');
}

async function partiesOf(
  table: TableReader,
  senderId: string,
  recipientId: string | undefined,
  now: Instant,
) {
  const holder = await holderOfUsername(table, SUPPORT_USERNAME, now);
  // Made by the deployment: without it the product is not set up, which is nobody's refusal.
  if (!holder) throw new Error('there is no support account');
  if (recipientId && recipientId !== holder.userId)
    throw invalidInput({ recipientId: 'A help ticket goes to our own support account only' });
  if (senderId === holder.userId)
    throw invalidInput({ recipientId: 'You cannot send a message to yourself' });
  const [sender, support] = await usersById(table, [senderId, holder.userId], now);
  if (!sender) throw new Refusal('UNAUTHENTICATED');
  refuseBlocked(sender);
  if (!support) throw new Error('the support account has no item');
  return { sender, support };
}
