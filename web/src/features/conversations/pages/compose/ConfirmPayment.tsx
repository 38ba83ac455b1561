import { type FormEvent, useEffect, useId, useState } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import * as checkout from '#shared/messages/checkout.ts';
import { chargedByReport } from '#shared/messages/payments.ts';
import { type Cents, formatMoney } from '#shared/money.ts';
import type { Wallet } from '#shared/payment-method-names.ts';
import { plainText } from '#shared/rules/conversations/messages.ts';
import { useCurrentUser } from '#web/api/current-user.ts';
import { useNow } from '#web/api/use-now.ts';
import { useViewerId } from '#web/api/viewer.ts';
import { takesFiles } from '#web/features/attachments/files-allowed.ts';
import { badgeLossOf, otherCardWords } from '#web/features/billing/badge-loss.ts';
import { BadgeNote } from '#web/features/billing/card/BadgeNote.tsx';
import { CardFields } from '#web/features/billing/card/CardFields.tsx';
import { type CardDigits, cardWords } from '#web/features/billing/card/card-words.ts';
import { type NewCard, useNewCard } from '#web/features/billing/card/use-new-card.ts';
import { useBadgeConfirmation } from '#web/features/billing/use-badge-confirmation.tsx';
import { Wallets } from '#web/features/billing/wallet/Wallets.tsx';
import { Odds } from '#web/features/profiles/Odds.tsx';
import { oddsWords } from '#web/features/profiles/odds-words.ts';
import { paths } from '#web/paths.ts';
import { Page } from '#web/shell/Page.tsx';
import { TextLink } from '#web/shell/TextLink.tsx';
import { Button } from '#web/ui/Button.tsx';
import { ErrorSummary } from '#web/ui/FormShell.tsx';
import { LetterPreview } from '#web/ui/Letter.tsx';
import { lazyPart } from '#web/ui/lazy-part.tsx';
import { RichText } from '#web/ui/RichText.tsx';
import { Timeline } from '#web/ui/Timeline.tsx';
import { firstName } from '../../conversation.ts';
import { draftSyncOf } from '../../drafts/draft-sync.ts';
import { firstLetterIn } from '../../first-letter.ts';
import type { Profile } from '../../recipient.ts';
import { TierLine } from '../../thread/TierLine.tsx';
import { paymentSteps } from '../../thread/timeline.ts';
import { WaySteps } from '../../WaySteps.tsx';
import { askedAgainIn, wantsAnotherCard } from './asked-again.ts';
import { CardOnFile, type SavedCard } from './CardOnFile.tsx';
import type { OfferedTier } from './chosen-tier.ts';
import { OrderTotal } from './OrderTotal.tsx';
import {
  AskForHelp,
  CardNotice,
  ChangedDraft,
  PriceChange,
  RefusedPayment,
  refusedOutcome,
  summaryOf,
} from './payment-notices.tsx';
import { type ShownLetter, usePayment } from './use-payment.ts';
import { WalletCheck } from './WalletCheck.tsx';

const FilesBeforePayment = lazyPart(
  async () => (await import('#web/features/attachments/FilesBeforePayment.tsx')).FilesBeforePayment,
  () => <div className="min-h-18" />,
);
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

/** The price and the card, then the message and what will happen to the money. docs/product/conversations.md#sending-a-message */
export function ConfirmPayment(props: ConfirmPaymentProps) {
  const { profile, letter, savedCard, tier, choice } = props;
  const payment = usePayment(profile, letter, tier);
  const { unanswered, outcome, price } = payment;
  const { state } = useLocation();
  const [another, setAnother] = useState(() => wantsAnotherCard(state));
  // A wallet that has to be opened each time is not paid with by one press.
  const ready = savedCard?.needsSheet ? undefined : savedCard;
  const typing = !unanswered && (another || !ready);
  // What becomes of a payment by wallet is asked for by the page: its sheet must not be opened once more.
  const checking = unanswered?.card?.wallet && !unanswered.bank ? unanswered : undefined;
  const [wallets, setWallets] = useState<readonly Wallet[]>([]);
  const user = useCurrentUser();
  const firstLetter = firstLetterIn(state);
  const card = useNewCard(typing, 'CVC', user.fullName);
  const badge = useBadgeConfirmation(PAY_ANYWAY);
  const shownCard = typing ? undefined : unanswered?.order.newCard ? unanswered.card : ready;
  const name = firstName(profile.fullName);
  const refused = refusedOutcome(outcome);
  const changed = outcome?.is === 'draftChanged';
  const promiseId = useId();
  const keeper = draftSyncOf(useViewerId(), profile.id);
  const hasFiles = letter.attachments !== undefined || takesFiles(profile);
  // Until the files have been looked at.
  const [filesWait, setFilesWait] = useState<string | undefined>(
    letter.attachments && 'Your files are being looked at.',
  );
  const [isAskedFor, setAskedFor] = useState(false);
  const waiting = unanswered ? undefined : filesWait;

  const failed = !payment.busy && (outcome?.is === 'declined' || outcome?.is === 'unknown');
  const declined = outcome?.is === 'declined' || outcome?.is === 'needsCard';
  const declinedInWallet = outcome?.is === 'declined' && payment.tried?.wallet !== undefined;
  // A declined card is not offered again: the form for another card opens instead. What a wallet declined is not the card on file.
  useEffect(() => {
    if (declined && !declinedInWallet) setAnother(true);
  }, [declined, declinedInWallet]);

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
  const payByWallet = (chosen: NewCard) => payment.submit(async () => chosen);
  const change = () => {
    payment.startOver();
    setAnother(true);
  };

  const walletButtons = (words: { before?: string; after?: string }) => (
    <Wallets
      {...words}
      purpose={{
        mode: 'payment',
        amount: price,
        line: `Held until ${profile.fullName} answers`,
      }}
      isBusy={payment.busy || waiting !== undefined}
      onConfirm={payByWallet}
      onOffered={setWallets}
      nothingDone={checkout.NOTHING_HELD}
    />
  );
  const choose = paths.createInbox(profile.id, choice, askedAgainIn(useSearchParams()[0]));
  const send = (event: FormEvent) => {
    event.preventDefault();
    setAskedFor(true);
    if (!payment.busy && waiting === undefined) void submit();
  };
  const sheet = (
    <section aria-label="Your letter" className="payment-letter">
      {changed && <ChangedDraft />}
      <LetterPreview
        to={profile.fullName}
        subject={letter.messageSubject}
        excerpt={excerptOf(letter)}
        action={
          !checking && (
            <TextLink to={choose}>
              Edit<span className="sr-only"> your letter</span>
            </TextLink>
          )
        }
        whole={
          changed && (
            <>
              <AnswerList answers={letter.answers} />
              <RichText html={letter.messageText} />
            </>
          )
        }
      />
      {/* Nothing is promised while nobody knows what became of an attempt. */}
      {!refused && !unanswered && (
        <WhatHappens
          profile={profile}
          price={price}
          card={shownCard}
          byWallet={wallets.length > 0}
        />
      )}
    </section>
  );
  const error = isAskedFor && waiting !== undefined ? waiting : summaryOf(payment);

  return (
    <Page
      title="Confirm Payment"
      back={choose}
      flush
      alone
      lead={firstLetter && <WaySteps step="Payment" />}
    >
      <form noValidate onSubmit={send} className="payment">
        {/* A letter that has changed is read before it is paid for. */}
        {changed && sheet}
        <div className="payment-slip">
          {refused ? (
            <RefusedPayment refused={refused} recipientId={profile.id} />
          ) : (
            <>
              <PriceChange payment={payment} name={name} written={firstLetter?.price} />
              <OrderTotal
                promiseId={unanswered ? undefined : promiseId}
                price={price}
                name={name}
                what={tier?.name ?? simpleAnswer(profile)}
              >
                {tier && <TierLine tier={tier} />}
              </OrderTotal>
              {checking ? (
                <WalletCheck payment={payment} attempt={checking} />
              ) : (
                <>
                  <section aria-label="Payment card" className="grid gap-3">
                    <CardNotice payment={payment} saved={typing ? undefined : ready} />
                    {savedCard?.needsSheet && typing && (
                      <p className="text-[0.9375rem] text-soft">
                        {checkout.opensEachTime(cardWords(savedCard))}
                      </p>
                    )}
                    {typing ? (
                      <>
                        {walletButtons({ after: 'or pay by card' })}
                        <NewCardFields card={card} />
                      </>
                    ) : (
                      <CardOnFile card={shownCard} onChange={change} />
                    )}
                    {typing && ready && (
                      <button
                        type="button"
                        className="min-h-11 justify-self-start font-semibold text-back hover:underline"
                        onClick={() => setAnother(false)}
                      >
                        Use {cardWords(ready)} instead
                      </button>
                    )}
                    {failed && <AskForHelp back={paths.inboxPayment(profile.id)} />}
                  </section>
                  {hasFiles && !unanswered && (
                    <FilesBeforePayment
                      recipientId={profile.id}
                      keeper={keeper}
                      ids={letter.attachments ?? NO_FILES}
                      onWaiting={setFilesWait}
                    />
                  )}
                  {error && <ErrorSummary key={error} words={error} />}
                  <div className="grid gap-2.5">
                    <Button
                      type="submit"
                      block
                      variant="money"
                      busy={payment.busy}
                      aria-describedby={unanswered ? undefined : promiseId}
                    >
                      {unanswered?.bank ? 'Confirm with your bank' : 'Submit Order'}
                    </Button>
                    <p className="text-center text-[0.875rem] text-soft">
                      Stripe keeps the card. We never see its number.
                    </p>
                  </div>
                  {!typing && !unanswered && (
                    <section aria-label="Other ways to pay" className="grid gap-3">
                      {walletButtons({ before: 'or pay another way' })}
                      {wallets.length > 0 && (
                        <Button type="button" block variant="quiet" onClick={change}>
                          Another card
                        </Button>
                      )}
                    </section>
                  )}
                </>
              )}
              {outcome?.is === 'invalid' && <TextLink to={choose}>Change the letter</TextLink>}
            </>
          )}
        </div>
        {!changed && sheet}
      </form>
      {badge.question}
    </Page>
  );
}

const NO_FILES: readonly string[] = [];

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

type WhatHappensProps = {
  profile: Profile;
  price: Cents;
  card: CardDigits | undefined;
  byWallet: boolean;
};

/** What may be expected of the recipient, and what happens to the money, with dates. */
function WhatHappens({ profile, price, card, byWallet }: WhatHappensProps) {
  const now = useNow();
  const odds = oddsWords(profile);
  return (
    <>
      {odds && <Odds name={profile.fullName}>{odds}</Odds>}
      <div className="grid gap-4">
        <h2 className="font-serif text-2xl">What happens to your {formatMoney(price)}</h2>
        <Timeline
          stacked
          label="What happens to your money"
          items={paymentSteps({ price, recipientName: profile.fullName, now, card, byWallet })}
        />
        <p className="text-[0.9375rem] text-soft">{chargedByReport(firstName(profile.fullName))}</p>
      </div>
    </>
  );
}
