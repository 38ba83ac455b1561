import { type Cents, formatMoney } from '../money.ts';
import type { MoneyState } from '../rules/conversations/conversations.ts';

/*
 * A payment that does not go through, to whoever pays: what was charged, what was sent and what to do next. The outcomes are in
 * docs/product/conversations.md#sending-a-message
 */

/** The card form has not loaded. */
export const CARD_FORM_LOADING = 'The card form is still loading. Nothing was charged.';
/** A card is stored without a payment. */
export const CARD_STORED = 'Nothing is charged now. Your bank may ask you to confirm the card.';

/** A payment whose response was lost. */
export const CHARGE_UNKNOWN =
  'No confirmation came back, so we don’t know yet whether you were charged.';
/** Follows a payment whose outcome is unknown: a retry is the same payment. */
export const SAFE_AGAIN =
  'It’s safe to try again. It’s the same payment, so you can’t be charged twice.';
/** An attempt of an earlier visit whose outcome is unknown. */
export const INTERRUPTED =
  'We don’t know if your last attempt went through. Send it again: it’s the same payment, so you can’t be charged twice.';

/** A card that its bank declined in a wallet. `card`: its name. */
export const declinedIn = (wallet: string, card: string): string =>
  `Your bank declined ${card} in ${wallet}.`;
/** `saved`: the card on file, which is offered beside the wallet. */
export const otherCardIn = (wallet: string, saved?: string): string =>
  `Choose another card in ${wallet}, or ${saved ? `pay with ${saved}` : 'enter one below'}.`;
/** A wallet whose sheet was closed, and one that has to be opened each time. */
export const NOTHING_HELD = 'Nothing is held.';
export const opensEachTime = (saved: string): string =>
  `${saved} is saved, but its bank wants you to open it for each payment.`;
/** A payment by wallet whose response was lost: it is asked for until it is known. */
export const ASKING_BANK = 'We’re asking your bank what happened.';
export const dontPayAgain = (price: Cents): string =>
  `Please don’t pay again: your letter is sent once, and ${formatMoney(price)} is held at most once.`;
export const RESULT_FOLLOWS =
  'You can close this page. If your letter was sent, your Outbox has it within a few minutes; if not, your draft is kept and no money stays held.';

/** A payment that the bank asks to confirm. */
export const BANK_WAITS =
  'Your bank wants you to confirm this payment. Nothing is charged before that.';
/** A payment that the bank has not confirmed. */
export const BANK_PENDING = 'Your bank hasn’t confirmed this payment yet. Nothing was charged.';
/** A bank whose page did not open. */
export const BANK_UNREACHED = 'We couldn’t reach your bank. Nothing was charged.';
/** A payment that the bank confirmed too late, or never. */
export const NOT_CONFIRMED = 'This payment wasn’t confirmed in time. Nothing was charged.';

/** A letter that cannot be sent, after the reason. */
export const NOTHING_SENT = 'Nothing was sent or charged, and your draft is kept.';
/** A letter that was written further on another device. */
export const NEWER_DRAFT =
  'Nothing was sent or charged. This is the newer version, from another device or tab: look at it again before you send it.';
/** The same, if the newer version did not load. */
export const NEWER_DRAFT_NOT_LOADED =
  'This draft was changed elsewhere, and nothing was charged. We couldn’t load the newer version; please reload this page.';
/** A letter that was sent or discarded elsewhere. */
export const DRAFT_GONE =
  'It was sent or discarded on another device or in another tab. Nothing was charged here.';
/** A payment that ended while its page was closed. `name`: the recipient. */
export const unfinished = (name: string): string =>
  `Your payment for the letter to ${name} isn’t finished. Nothing was charged. Open the letter to continue.`;

/** A price that the recipient changed. `since`: when the sender saw the one before. */
export const priceChanged = ({
  before,
  name,
  since,
}: {
  readonly before: Cents;
  readonly name: string;
  readonly since: 'opened' | 'written';
}): string =>
  `It was ${formatMoney(before)} when you ${since === 'opened' ? 'came here' : 'wrote'}; ${name} has just changed it. Nothing was charged. Send only if the new price is right for you.`;

/** The title of a price that differs from what the sender paid before. */
export const priceSinceTitle = (name: string, price: Cents): string =>
  `${name}’s price is now ${formatMoney(price)}`;

/** What the sender of a new letter paid for the one before. */
export const paidBefore = ({ before, day }: { readonly before: Cents; readonly day: string }) =>
  `You paid ${formatMoney(before)} on ${day}. Nothing is held until you submit.`;

/** A tier that the sender bought before, and that is no longer offered as it was. */
export const tierGoneSince = ({
  before,
  day,
  tier,
  name,
}: {
  readonly before: Cents;
  readonly day: string;
  readonly tier: string;
  readonly name: string;
}): string =>
  `On ${day} you paid ${formatMoney(before)} for “${tier}”. ${name} no longer offers it as it was, so please choose again. Nothing is held until you submit.`;

/** A choice of tiers that the sender did not have before. */
export const tiersSince = ({ before, day }: { readonly before: Cents; readonly day: string }) =>
  `You paid ${formatMoney(before)} on ${day}. Please choose what you’d like now. Nothing is held until you submit.`;

/** A question that the recipient added. */
export const questionAdded = (name: string): string =>
  `${name} added it while you were paying. Nothing was sent or charged, and what you wrote is kept. Answer the question, then continue.`;

/** A question that the recipient removed, without which the letter is too short. */
export const questionRemoved = (name: string): string =>
  `Your letter is too short without the question that ${name} removed. Nothing was sent or charged, and what you wrote is kept. Write a little more, then continue.`;

/** A tier that the recipient removed. */
export const TIER_GONE =
  'What you chose is no longer offered. Nothing was sent or charged, and what you wrote is kept. Please choose again.';

/** A payment that was withdrawn because of a warning of the bank. */
export const bankWarned = (state: MoneyState): string =>
  `Your bank warned us about this payment, so we ${state === 'RELEASED' ? 'didn’t charge you' : 'refunded it'}.`;
