import type { StripeEmulator } from '@replypaid/stripe-emulator';
import {
  BANK_ACTIONS,
  type BankAction,
  type CapturedPayment,
  Refusal,
} from '@replypaid/stripe-emulator';
import { conversationKey } from '#functions/storage/keys.ts';
import type { Conversation } from '#shared/rules/conversations/conversations.ts';
import type { TimeMachine } from '../time-machine.ts';
import type { Exchange } from './exchange.ts';
import { namesOf } from './names.ts';
import { refuse, succeed } from './replies.ts';

/* The part of the page below /_local where a developer acts as the card holder's bank, or as an operator. */

type Parts = {
  readonly stripe: StripeEmulator | undefined;
  readonly time: TimeMachine;
  readonly drain: () => Promise<void>;
};

const SHOWN = 50;
const NO_BANK = 'The real Stripe is in use; its dashboard does this.';

/** Lists the captured payments, each with what it is for and the available actions. */
export async function listPayments(
  { stripe }: Pick<Parts, 'stripe'>,
  { response }: Exchange,
): Promise<void> {
  const payments = stripe?.capturedPayments().slice(0, SHOWN).map(ownPayment) ?? [];
  const ids = payments.flatMap(({ conversationId }) => conversationId ?? []);
  const { table } = await import('#functions/storage/table.ts');
  const param = await table.getMany<Conversation>(ids.map(conversationKey));
  const titles = new Map(ids.map((id, index) => [id, titleOf(param[index])]));
  const names = await namesOf(payments.map(({ userId }) => userId));
  const data = payments.map((one) => ({
    ...one,
    title:
      titles.get(one.conversationId ?? '') ??
      `${names.get(one.userId ?? '') ?? 'Someone'}: a month of a plan`,
  }));
  succeed(response, { data });
}

/** A payment with the product's ids from the metadata of its PaymentIntent and customer. */
const ownPayment = ({ metadata, customerMetadata, ...payment }: CapturedPayment) => ({
  ...payment,
  conversationId: metadata.conversationId,
  userId: customerMetadata.userId,
});

const titleOf = (conversation: Conversation | undefined) =>
  conversation &&
  `${conversation.sender.fullName} to ${conversation.recipient.fullName}: ${conversation.subject}`;

/** `<intent>/<action>`: performs the action, and waits until its webhooks and events are processed. */
export async function actOnPayment(parts: Parts, { response }: Exchange, param: string) {
  const { stripe, time, drain } = parts;
  const [intentId = '', action = ''] = param.split('/');
  if (!stripe) return refuse(response, 'NOT_FOUND', { message: NO_BANK });
  if (!isAction(action)) return refuse(response, 'NOT_FOUND');
  try {
    await time.withClockStopped(async () => {
      stripe.performBankAction(intentId, action);
      await stripe.runDue();
      await drain();
    });
  } catch (fault) {
    if (!(fault instanceof Refusal)) throw fault;
    return refuse(response, 'WRONG_STATUS', { message: fault.body.message ?? '' });
  }
  succeed(response, {});
}

const isAction = (action: string): action is BankAction =>
  BANK_ACTIONS.some((known) => known === action);
