import * as z from 'zod/mini';
import { id } from '../ids.ts';
import { attachmentIds } from '../rules/attachments/attachments.ts';
import { NAME_ON_CARD_MIN, nameUnlessByWallet } from '../rules/billing/plans.ts';
import { messageHtml, subject } from '../rules/conversations/messages.ts';
import { sentAnswers } from '../rules/conversations/prompt-answers.ts';
import { tierId } from '../rules/conversations/tier-id.ts';
import { readable, readableColumns } from '../rules/text/readable-text.ts';
import { oneLine } from '../rules/text.ts';
import { dollars, yesOrNo } from '../wire.ts';
import { conversationView } from './conversation-view.ts';
import { optionalDraftVersion } from './draft-entities.ts';
import { MOVES_MONEY } from './moves-money.ts';
import { DAY, HOUR, LETTER_BODY, MINUTE, one, operation } from './operation.ts';
import { via } from './via.ts';

/* Paying for a message. docs/product/conversations.md */

/** Limits that suffice for a busy sender with a failing card, and are too low for testing stolen cards. */
const paying = [
  { per: 'caller', max: 60, within: HOUR },
  { per: 'caller', max: 200, within: DAY },
] as const;

const order = z.object({
  recipientId: id(),
  messageSubject: subject,
  /** It may be short, or empty, if the answers are long enough: together they have at least 100 characters, beside a recording 50. */
  messageText: messageHtml,
  /** An answer to each question that the recipient asks, also an empty one. They become part of the message. */
  answers: sentAnswers,
  /** The ids of its attachments, which must all be ready. */
  attachments: attachmentIds,
  /** The price that the sender saw. The card is held for this amount, or the call is refused with PRICE_CHANGED. */
  price: dollars('Please confirm the price that you were shown'),
  /** The tier that the sender chose, from the profile. It names what was shown: a changed tier has another id. */
  tierId: z.optional(tierId),
  /** The draft that is sent: it must still have this version, and is deleted once it is paid. Both fields or neither. */
  ...optionalDraftVersion,
  via,
});

const cannotPay = 'People cannot pay for a message; no card is charged.';

/** One operation under two names: the recipient's term and the sender's. */
const payWithCardOnFile = {
  method: 'POST',
  who: 'verified',
  uses: MOVES_MONEY,
  idempotent: 'byKey',
  limits: paying,
  maxBodyBytes: LETTER_BODY,
  impact: cannotPay,
  input: order,
  output: one(conversationView),
} as const;

export const createInbox = operation({ name: 'createInbox', ...payWithCardOnFile });

export const createOrder = operation({
  name: 'createOrder',
  aliasOf: 'createInbox',
  ...payWithCardOnFile,
});

const NAME_MISSING = 'Please enter the name on card';

export const createInboxWithPayment = operation({
  name: 'createInboxWithPayment',
  method: 'POST',
  who: 'verified',
  uses: MOVES_MONEY,
  idempotent: 'byKey',
  limits: paying,
  maxBodyBytes: LETTER_BODY,
  impact: 'People cannot pay with a new card; no card is charged.',
  input: z
    .extend(order, {
      /** The name that was typed with the card. */
      creditCardName: z.optional(
        z
          .string(NAME_MISSING)
          .check(
            z.overwrite(oneLine),
            readable(NAME_ON_CARD_MIN, NAME_MISSING, readableColumns),
            z.maxLength(120, NAME_MISSING),
          ),
      ),
      /** Whether the card was chosen in the sheet of a wallet, which tells no name. Stripe says which wallet it was. */
      byWallet: z.optional(yesOrNo()),
      paymentMethodId: z
        .string('Please enter a credit card number')
        .check(z.regex(/^pm_\w{1,120}$/, 'Please enter a credit card number')),
    })
    .check(nameUnlessByWallet),
  output: one(conversationView),
});

export const confirmInboxPayment = operation({
  name: 'confirmInboxPayment',
  method: 'POST',
  who: 'verified',
  uses: MOVES_MONEY,
  idempotent: 'byNature',
  // A payment is confirmed once, so a limit need only stop programs.
  limits: [{ per: 'caller', max: 60, within: 5 * MINUTE, inMemory: true }],
  impact: 'Payments that senders confirmed with their bank are completed up to ten minutes late.',
  input: z.object({ inboxId: id() }),
  output: one(conversationView),
});
