import { CreditCard, Files, Landmark, Tag } from 'lucide-react';
import { Link, useSearchParams } from 'react-router';
import * as checkout from '#shared/messages/checkout.ts';
import { type Cents, formatMoney } from '#shared/money.ts';
import { WALLET_NAMES } from '#shared/payment-method-names.ts';
import {
  type CardDigits,
  cardWords,
  declinedWords,
} from '#web/features/billing/card/card-words.ts';
import { paths } from '#web/paths.ts';
import { fromAddress } from '#web/shell/previous-address.ts';
import { TextLink } from '#web/shell/TextLink.tsx';
import { Banner } from '#web/ui/Banner.tsx';
import { Button } from '#web/ui/Button.tsx';
import { ScrolledTo } from '#web/ui/ScrolledTo.tsx';
import { askedAgainIn } from './asked-again.ts';
import { backToWriting } from './offer-change.ts';
import { ORDER_FAILED } from './pay.ts';
import { PENDING_TITLE, PendingMessageLink, SendBlocked } from './SendBlocked.tsx';
import type { Payment } from './use-payment.ts';

/* What the payment of a message says when it does not go through. */

/** The outcome after which this message cannot be sent from here, with the title that says so. */
export function refusedOutcome(outcome: Payment['outcome']) {
  if (outcome?.is === 'tierChanged') return { ...outcome, title: 'Please choose again' };
  if (outcome?.is !== 'refused') return undefined;
  return { ...outcome, title: outcome.pending ? PENDING_TITLE : ORDER_FAILED };
}

export type RefusedPaymentProps = {
  refused: NonNullable<ReturnType<typeof refusedOutcome>>;
  recipientId: string;
};

/** A message that cannot be sent from here, and what the sender can do. */
export function RefusedPayment({ refused, recipientId }: RefusedPaymentProps) {
  const askedAgain = askedAgainIn(useSearchParams()[0]);
  return (
    <ScrolledTo>
      <SendBlocked
        title={refused.title}
        action={
          refused.is === 'tierChanged' ? (
            <Button
              size="md"
              render={<Link {...backToWriting(recipientId, undefined, 'OFFER', askedAgain)} />}
            >
              Choose again
            </Button>
          ) : (
            refused.pending && <PendingMessageLink recipientId={recipientId} />
          )
        }
      >
        {refused.sentence}
        {!refused.sentence.includes('charged') && ` ${checkout.NOTHING_SENT}`}
      </SendBlocked>
    </ScrolledTo>
  );
}

/** The newer version of a draft is shown in place of the one that was to be sent. */
export function ChangedDraft() {
  return (
    <ScrolledTo>
      <div role="alert">
        <Banner tone="due" icon={Files} title="Your draft was changed elsewhere">
          {checkout.NEWER_DRAFT}
        </Banner>
      </div>
    </ScrolledTo>
  );
}

/** The error of the whole payment; errors about the card are shown at the card. */
export function summaryOf({ outcome, unanswered, busy }: Payment): string | undefined {
  if (busy) return undefined;
  if (outcome?.is === 'invalid') return outcome.sentence;
  if (outcome?.is === 'unknown') {
    return unanswered ? `${outcome.sentence} ${checkout.SAFE_AGAIN}` : outcome.sentence;
  }
  return undefined;
}

export type PriceChangeProps = {
  payment: Payment;
  name: string;
  /** The price that stood on a letter that was written before its sender registered. */
  written: Cents | undefined;
};

/** The price that the recipient set after the sender saw another one. */
export function PriceChange({ payment, name, written }: PriceChangeProps) {
  const { price, outcome } = payment;
  const since = outcome?.is === 'priceChanged' ? 'opened' : 'written';
  const priceBefore = since === 'opened' ? payment.priceBefore : written;
  if (priceBefore === undefined || priceBefore === price) return null;
  return (
    <ScrolledTo>
      <div role="alert">
        <Banner tone="due" icon={Tag} title={`The price is now ${formatMoney(price)}`}>
          {checkout.priceChanged({ before: priceBefore, name, since })}
        </Banner>
      </div>
    </ScrolledTo>
  );
}

/** A link to support when the payment does not go through. The draft is kept. */
export function AskForHelp({ back }: { back: string }) {
  return (
    <p className="text-[0.9375rem] text-soft">
      Still not working?{' '}
      <TextLink to={paths.helpTicket()} state={fromAddress(back)}>
        Ask for help
      </TextLink>
      . It’s free.
    </p>
  );
}

export type CardNoticeProps = {
  payment: Payment;
  /** The card on file, if it can be paid with by one press. */
  saved: CardDigits | undefined;
};

/** The error of the card or the bank, at the card. */
export function CardNotice({ payment, saved }: CardNoticeProps) {
  const { outcome, unanswered, busy, tried } = payment;
  const words = busy
    ? undefined
    : (declinedInWallet(outcome, tried, saved) ??
      noticeOf(outcome, unanswered !== undefined, unanswered?.bank !== undefined));
  if (!words) return null;
  return (
    <ScrolledTo key={words.title}>
      <div role="alert">
        <Banner
          tone={words.tone}
          icon={words.tone === 'due' ? CreditCard : Landmark}
          title={words.title}
        >
          {words.sentence}
        </Banner>
      </div>
    </ScrolledTo>
  );
}

/** A card that its bank declined in a wallet, with the two ways on. */
function declinedInWallet(
  outcome: Payment['outcome'],
  tried: Payment['tried'],
  saved: CardDigits | undefined,
) {
  if (outcome?.is !== 'declined' || !tried?.wallet) return undefined;
  const wallet = WALLET_NAMES[tried.wallet];
  return {
    tone: 'due',
    title: declinedWords(tried),
    sentence: `${outcome.sentence} ${checkout.otherCardIn(wallet, saved && cardWords(saved))}`,
  } as const;
}

function noticeOf(outcome: Payment['outcome'], unanswered: boolean, atBank: boolean) {
  if (outcome?.is === 'declined' || outcome?.is === 'needsCard') {
    const reason = outcome.is === 'declined' ? 'the card wasn’t accepted' : 'a card is needed';
    const title = `${ORDER_FAILED}: ${reason}`;
    return { tone: 'due', title, sentence: `${outcome.sentence}${DRAFT_KEPT}` } as const;
  }
  // After a lost response the payment may be confirmed: the error of the whole payment says what is known.
  if (atBank && outcome?.is === 'unknown') return undefined;
  if (atBank) {
    const sentence = outcome?.is === 'atBank' ? outcome.sentence : checkout.BANK_WAITS;
    return { tone: 'held', title: 'Your bank is waiting', sentence } as const;
  }
  if (unanswered && outcome === undefined) {
    const title = 'Your last attempt was interrupted';
    return { tone: 'held', title, sentence: checkout.INTERRUPTED } as const;
  }
  return undefined;
}

const DRAFT_KEPT = ' Your letter is kept; try another card.';
