import { CreditCard, Files, Landmark, Tag } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { chargedByReport } from '../../../../../../shared/messages/payments.ts';
import { type Cents, formatMoney } from '../../../../../../shared/money.ts';
import { plainText } from '../../../../../../shared/rules/conversations/messages.ts';
import { useCurrentUser } from '../../../../api/current-user.ts';
import { useNow } from '../../../../api/use-now.ts';
import { paths } from '../../../../paths.ts';
import { FormPage } from '../../../../shell/FormPage.tsx';
import { fromAddress } from '../../../../shell/previous-address.ts';
import { TextLink } from '../../../../shell/TextLink.tsx';
import { Banner } from '../../../../ui/Banner.tsx';
import { Breakdown } from '../../../../ui/Breakdown.tsx';
import { Button } from '../../../../ui/Button.tsx';
import { LetterPreview } from '../../../../ui/Letter.tsx';
import { lazyPart } from '../../../../ui/lazy-part.tsx';
import { RichText } from '../../../../ui/RichText.tsx';
import { ScrolledTo } from '../../../../ui/ScrolledTo.tsx';
import { Timeline } from '../../../../ui/Timeline.tsx';
import { badgeLossOf, otherCardWords } from '../../../billing/badge-loss.ts';
import { BadgeNote } from '../../../billing/card/BadgeNote.tsx';
import { CardFields } from '../../../billing/card/CardFields.tsx';
import { cardWords } from '../../../billing/card/card-words.ts';
import { useNewCard } from '../../../billing/card/use-new-card.ts';
import { useBadgeConfirmation } from '../../../billing/use-badge-confirmation.tsx';
import { firstName } from '../../conversation.ts';
import { firstLetterIn } from '../../first-letter.ts';
import { TierLine } from '../../thread/TierLine.tsx';
import { paymentSteps } from '../../thread/timeline.ts';
import { WaySteps } from '../../WaySteps.tsx';
import { CardOnFile, type SavedCard } from './CardOnFile.tsx';
import type { OfferedTier } from './chosen-tier.ts';
import { Expectation } from './Expectation.tsx';
import { backToWriting } from './offer-change.ts';
import { ORDER_FAILED } from './pay.ts';
import type { Profile } from './recipient.ts';
import { PENDING_TITLE, PendingMessageLink, SendBlocked } from './SendBlocked.tsx';
import { type Payment, type ShownLetter, usePayment } from './use-payment.ts';

const AnswerList = lazyPart(async () => (await import('./AnswerList.tsx')).AnswerList);

export type ConfirmPaymentProps = {
  profile: Profile;
  letter: ShownLetter;
  savedCard: SavedCard | undefined;
  /** What the sender chose; undefined if the recipient has one price. */
  tier: OfferedTier | undefined;
  /** What is chosen, for the address of the page before. */
  choice: string | undefined;
};

/** The message, its price, the card, and what will happen to the money. */
export function ConfirmPayment(props: ConfirmPaymentProps) {
  const { profile, letter, savedCard, tier, choice } = props;
  const navigate = useNavigate();
  const now = useNow();
  const payment = usePayment(profile, letter, tier);
  const { unanswered, outcome, price } = payment;
  const [another, setAnother] = useState(false);
  const typing = !unanswered && (another || !savedCard);
  const user = useCurrentUser();
  const firstLetter = firstLetterIn(useLocation().state);
  // Who has just typed their name need not type it again.
  const card = useNewCard(typing, 'CVC', firstLetter && user.fullName);
  const badge = useBadgeConfirmation(PAY_ANYWAY);
  const shownCard = typing ? undefined : unanswered?.order.newCard ? unanswered.card : savedCard;
  const name = firstName(profile.fullName);
  const amount = formatMoney(price);
  const refused = refusedOutcome(outcome);
  const changed = outcome?.is === 'draftChanged';

  const failed = !payment.busy && (outcome?.is === 'declined' || outcome?.is === 'unknown');
  const declined = outcome?.is === 'declined' || outcome?.is === 'needsCard';
  // A declined card is not offered again: the form for another card opens instead.
  useEffect(() => {
    if (declined) setAnother(true);
  }, [declined]);

  const submit = async () => {
    if (unanswered) return payment.resume(unanswered);
    if (declined) card.forgetMade();
    return payment.submit(async () => (typing ? makeCard() : undefined));
  };
  /** The new card; the person is asked first if their profile shows less with it, because it stays on file. */
  const makeCard = async () => {
    const made = await card.make();
    if (made === 'notReady') return made;
    const loss = badgeLossOf(user, { nameOnCard: made.pays.creditCardName });
    return (await badge.ask(loss, (lost) => otherCardWords(user, lost))) ? made : 'notReady';
  };
  const change = () => {
    payment.startOver();
    setAnother(true);
  };

  return (
    <FormPage
      title="Confirm Payment"
      lead={firstLetter && <WaySteps step="Payment" />}
      back={paths.createInbox(profile.id, choice)}
      submit={unanswered?.bank ? 'Confirm with your bank' : 'Submit Order'}
      actionVariant="money"
      busy={payment.busy}
      error={summaryOf(payment)}
      blocked={refused !== undefined}
      onSubmit={submit}
      note={
        refused
          ? undefined
          : `We hold ${amount} on your card and send your message. You can cancel until ${name} answers.`
      }
    >
      {changed && (
        <ScrolledTo>
          <div role="alert">
            <Banner tone="due" icon={Files} title="Your draft was changed elsewhere">
              Nothing was sent or charged. This is the newer version, from another device or tab:
              look at it again before you send it.
            </Banner>
          </div>
        </ScrolledTo>
      )}
      <LetterPreview
        to={profile.fullName}
        subject={letter.messageSubject}
        excerpt={excerptOf(letter)}
        whole={
          changed && (
            <>
              <AnswerList answers={letter.answers} />
              <RichText html={letter.messageText} />
            </>
          )
        }
      />
      {refused && (
        <ScrolledTo>
          <SendBlocked
            title={refused.title}
            action={
              refused.is === 'tierChanged' ? (
                <Button
                  size="md"
                  render={<Link {...backToWriting(profile.id, undefined, 'OFFER')} />}
                >
                  Choose again
                </Button>
              ) : (
                refused.pending && <PendingMessageLink recipientId={profile.id} />
              )
            }
          >
            {refused.sentence}
            {!refused.sentence.includes('charged') &&
              ' Nothing was sent or charged, and your draft is kept.'}
          </SendBlocked>
        </ScrolledTo>
      )}
      <PriceChange payment={payment} name={name} written={firstLetter?.price} />
      <Breakdown
        lines={[{ label: tier ? tier.name : simpleAnswer(profile), amount: price }]}
        total={{ label: 'Order total', amount: price }}
      />
      {tier && <TierLine tier={tier} />}
      {!refused && <Expectation profile={profile} price={price} now={now} card={shownCard} />}
      {!refused && (
        <section aria-label="Payment card" className="grid gap-3">
          <CardNotice payment={payment} />
          {typing ? (
            <NewCardFields card={card} />
          ) : (
            <CardOnFile card={shownCard} onChange={change} />
          )}
          {typing && savedCard && (
            <button
              type="button"
              className="min-h-11 justify-self-start font-semibold text-back hover:underline"
              onClick={() => setAnother(false)}
            >
              Use {cardWords(savedCard)} instead
            </button>
          )}
          {failed && <AskForHelp back={paths.inboxPayment(profile.id)} />}
        </section>
      )}
      {!refused && (
        <div className="grid gap-3">
          <Timeline
            label="What happens to your money"
            items={paymentSteps(price, profile.fullName, now)}
          />
          <p className="text-[0.9375rem] text-soft">{chargedByReport(name)}</p>
        </div>
      )}
      {badge.question}
      {outcome?.is === 'invalid' && (
        <button
          type="button"
          className="min-h-11 font-semibold text-back underline"
          onClick={() => navigate(paths.createInbox(profile.id, choice))}
        >
          Change the message
        </button>
      )}
    </FormPage>
  );
}

const PAY_ANYWAY = { badge: 'Pay without the badge', cardName: 'Pay with this card' };

function NewCardFields({ card }: { card: ReturnType<typeof useNewCard> }) {
  return (
    <>
      <CardFields {...card} />
      <BadgeNote nameOnCard={card.name} />
    </>
  );
}

const simpleAnswer = ({ fullName, yourPrice }: Profile) =>
  `One answer from ${firstName(fullName)}${yourPrice ? ', your price' : ''}`;

/** The questions with their answers, and the text. */
const excerptOf = ({ answers = [], messageText }: ShownLetter) =>
  answers.map(({ question, text }) => (text.trim() ? `${question} ${text} ` : '')).join('') +
  plainText(messageText);

/** The outcome after which this message cannot be sent from here, with the title that says so. */
function refusedOutcome(outcome: Payment['outcome']) {
  if (outcome?.is === 'tierChanged') return { ...outcome, title: 'Please choose again' };
  if (outcome?.is !== 'refused') return undefined;
  return { ...outcome, title: outcome.pending ? PENDING_TITLE : ORDER_FAILED };
}

/** The error of the whole payment; errors about the card are shown at the card. */
function summaryOf({ outcome, unanswered, busy }: Payment): string | undefined {
  if (busy) return undefined;
  if (outcome?.is === 'invalid') return outcome.sentence;
  if (outcome?.is === 'unknown') {
    return unanswered
      ? `${outcome.sentence} Trying again is safe: it’s the same payment, you’re charged once at most.`
      : outcome.sentence;
  }
  return undefined;
}

type PriceChangeProps = {
  payment: Payment;
  name: string;
  /** The price that stood on a letter that was written before its sender registered. */
  written: Cents | undefined;
};

function PriceChange({ payment, name, written }: PriceChangeProps) {
  const { price, outcome } = payment;
  const priceBefore = outcome?.is === 'priceChanged' ? payment.priceBefore : written;
  if (priceBefore === undefined || priceBefore === price) return null;
  return (
    <ScrolledTo>
      <div role="alert">
        <Banner tone="due" icon={Tag} title={`The price is now ${formatMoney(price)}`}>
          It was {formatMoney(priceBefore)}{' '}
          {outcome?.is === 'priceChanged' ? 'when you came here' : 'when you wrote'}; {name} has
          just changed it. Nothing was charged. Send only if the new price is right for you.
        </Banner>
      </div>
    </ScrolledTo>
  );
}

/** A link to support when the payment does not go through. The draft is kept. */
function AskForHelp({ back }: { back: string }) {
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

/** The error of the card or the bank, at the card. */
function CardNotice({ payment }: { payment: Payment }) {
  const { outcome, unanswered, busy } = payment;
  const words = busy
    ? undefined
    : noticeOf(outcome, unanswered !== undefined, unanswered?.bank !== undefined);
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

function noticeOf(outcome: Payment['outcome'], unanswered: boolean, atBank: boolean) {
  if (outcome?.is === 'declined' || outcome?.is === 'needsCard') {
    const reason = outcome.is === 'declined' ? 'the card wasn’t accepted' : 'a card is needed';
    const title = `${ORDER_FAILED}: ${reason}`;
    return { tone: 'due', title, sentence: `${outcome.sentence}${DRAFT_KEPT}` } as const;
  }
  // After a lost response the payment may be confirmed: the error of the whole payment says what is known.
  if (atBank && outcome?.is === 'unknown') return undefined;
  if (atBank) {
    const sentence =
      outcome?.is === 'atBank'
        ? outcome.sentence
        : 'Your bank wants you to confirm this payment. Nothing is charged before that.';
    return { tone: 'held', title: 'Your bank is waiting', sentence } as const;
  }
  if (unanswered && outcome === undefined) {
    const sentence =
      'We don’t know how your last attempt ended. Send again: it’s the same payment, you’re charged once at most.';
    return { tone: 'held', title: 'Your last attempt was interrupted', sentence } as const;
  }
  return undefined;
}

const DRAFT_KEPT = ' Your message is kept; try another card.';
