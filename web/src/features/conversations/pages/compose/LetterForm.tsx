import { zodResolver } from '@hookform/resolvers/zod';
import { FilePen, Tag } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { useLocation } from 'react-router';
import * as z from 'zod/mini';
import { type Cents, formatMoney } from '#shared/money.ts';
import type { DraftWords } from '#shared/rules/conversations/drafts.ts';
import { subject } from '#shared/rules/conversations/messages.ts';
import { messageBeside, minimumBeside } from '#shared/rules/conversations/prompt-answers.ts';
import {
  answersTo,
  missingAnswer,
  type PromptAnswer,
} from '#shared/rules/conversations/prompts.ts';
import type { Instant } from '#shared/time.ts';
import { useNow } from '#web/api/use-now.ts';
import { fieldOf } from '#web/features/profiles/field-of.ts';
import { useSubmission } from '#web/forms/submission.ts';
import { paths } from '#web/paths.ts';
import { FormPage } from '#web/shell/FormPage.tsx';
import { Banner } from '#web/ui/Banner.tsx';
import { Envelope } from '#web/ui/Envelope.tsx';
import { lazyPart } from '#web/ui/lazy-part.tsx';
import { ScrolledTo } from '#web/ui/ScrolledTo.tsx';
import { Stamp } from '#web/ui/Stamp.tsx';
import { firstName } from '../../conversation.ts';
import { MessageFields } from '../../MessageFields.tsx';
import type { Profile } from '../../recipient.ts';
import { useChosenTier } from './chosen-tier.ts';
import { Expectation } from './Expectation.tsx';
import { answeredBefore, changeSince, type LastTime } from './last-time.ts';
import { changeIn, changeWords, type OfferChange } from './offer-change.ts';
import { SheetHead } from './SheetHead.tsx';

const OtherAnswers = lazyPart(async () => (await import('./PromptFields.tsx')).OtherAnswers);
const PromptFields = lazyPart(async () => (await import('./PromptFields.tsx')).PromptFields);
const TierChoice = lazyPart(async () => (await import('./TierChoice.tsx')).TierChoice);

export const LETTER_TITLE = 'Send a Message';

export type LetterFormProps = {
  profile: Profile;
  /** The words that the form starts with. */
  words: DraftWords;
  /** Keeps what is typed. */
  write: (change: Partial<DraftWords>) => void;
  /** Goes on with a letter that is complete, and with what was chosen to pay for. */
  onPay: (chosen: string | undefined) => unknown;
  /** The sentence of a letter that could not be kept. */
  failed: string;
  /** Takes the place of sending while something has to be decided first. */
  onBlocked?: (() => void) | undefined;
  /** What has to be decided. */
  notice?: ReactNode;
  /** The order before, if it is asked again. */
  lastTime?: LastTime | undefined;
  /** The row of the card that pays, which says the amount; and whether nothing but a press is left to do. */
  payment?: { isOneTap: boolean; rowOf: (amount: string) => ReactNode } | undefined;
  /** The pictures and PDFs: the foot of the sheet, and under it who sees them. */
  files?: { foot: ReactNode; note: ReactNode } | undefined;
  /** Whether the letter has a recording. */
  isSpoken?: boolean;
  /** Where what is typed is kept. */
  status: ReactNode;
  /** Under the title: where the writer is on the way. */
  lead?: ReactNode;
  secondary?: ReactNode;
  note?: ReactNode;
};

/* The form of a letter, as one sheet: to whom it is, a subject, a text, and the questions of the recipient. */
export function LetterForm(props: LetterFormProps) {
  const {
    profile,
    words,
    write,
    onPay,
    failed,
    onBlocked,
    notice,
    status,
    lastTime,
    payment,
    isSpoken = false,
  } = props;
  const now = useNow();
  const { choice: chosen, price, missing, ...tierChoice } = useChosenTier(profile, words.tier);
  const choose = (tier: string) => {
    tierChoice.choose(tier);
    write({ tier });
  };
  const change = changeIn(useLocation().state);
  const answers = answersTo(profile.prompts, words.answers);
  const unanswered = missingAnswer(profile.prompts, answers)?.question;
  const [asked, setAsked] = useState(change !== undefined);
  const tiers = useRef<HTMLDivElement>(null);
  const askForTier = () => {
    setAsked(true);
    tiers.current?.querySelector('input')?.focus();
  };
  const questions = useRef<HTMLDivElement | null>(null);
  const askForAnswer = () => {
    setAsked(true);
    const place = answers.findIndex(({ question }) => question === unanswered);
    questions.current?.querySelectorAll('textarea')[place]?.focus();
  };
  const wasLed = useRef(false);
  /** Leads to the question that was added while the sender was paying, once its field is there. */
  const showQuestions = (fields: HTMLDivElement | null) => {
    questions.current = fields;
    if (!fields || change !== 'QUESTION' || wasLed.current) return;
    wasLed.current = true;
    askForAnswer();
  };
  const form = useForm({
    resolver: zodResolver(
      z.object({ messageSubject: subject, messageText: messageBeside(answers, isSpoken) }),
    ),
    defaultValues: { messageSubject: words.subject, messageText: words.text },
  });
  const keepAnswers = (next: PromptAnswer[]) => write({ answers: next });
  const submission = useSubmission(form, {
    failed,
    explain: () => failed,
    send: async () => onPay(chosen),
  });
  const ask = missing ? askForTier : unanswered === undefined ? undefined : askForAnswer;
  const isBegun = useRef(words.subject !== '' || words.text !== '').current;
  const isPriceKnown = lastTime !== undefined && !missing;

  return (
    <FormPage
      stickyBar
      title={LETTER_TITLE}
      back={paths.profile(profile.username)}
      lead={props.lead}
      submit="Continue to Payment"
      {...submission}
      onSubmit={onBlocked ?? ask ?? submission.onSubmit}
      paired={props.secondary !== undefined}
      secondary={props.secondary}
      note={props.note ?? (isPriceKnown && nextWords(profile, price, payment?.isOneTap))}
      around={{
        above: (
          <Envelope
            from="you"
            to={profile.fullName}
            field={fieldOf(profile)}
            stamp={<Stamp price={price} width={112} />}
          />
        ),
        below: (
          <>
            {props.files?.note}
            {payment && isPriceKnown && payment.rowOf(amountWords(price, lastTime.order.price))}
            {/* Where it is in a column, the space of a status that is empty is at its end. */}
            <div className="wide:order-last">{status}</div>
            {words.answers && (
              <OtherAnswers profile={profile} answers={words.answers} keep={keepAnswers} />
            )}
            <Expectation profile={profile} price={price} now={now} />
          </>
        ),
      }}
    >
      {change && <ChangedOffer change={change} profile={profile} />}
      {lastTime && !change && <ChangedSince profile={profile} lastTime={lastTime} now={now} />}
      {profile.tiers && (
        <TierChoice
          ref={tiers}
          profile={profile}
          chosen={chosen}
          choose={choose}
          error={asked && missing ? 'Please choose one' : undefined}
        />
      )}
      {notice}
      <div className="letter sheet-rows">
        <SheetHead
          profile={profile}
          price={price}
          answered={lastTime && answeredBefore(profile, lastTime)}
        />
        <MessageFields
          form={form}
          minimum={minimumBeside(answers, isSpoken)}
          placeholder={`Dear ${firstName(profile.fullName)},`}
          autoFocus={lastTime !== undefined && !isBegun}
          keepSubject={(typed) => write({ subject: typed })}
          keepText={(text) => write({ text })}
        />
        {profile.prompts && (
          <PromptFields
            ref={showQuestions}
            profile={profile}
            answers={words.answers}
            before={lastTime?.answers}
            missing={asked ? unanswered : undefined}
            keep={keepAnswers}
          />
        )}
        {props.files?.foot}
      </div>
    </FormPage>
  );
}

/** `$25.00, as last time`. */
const amountWords = (price: Cents, before: Cents): string =>
  price === before ? `${formatMoney(price)}, as last time` : formatMoney(price);

/** What the press leads to. */
const nextWords = ({ fullName }: Profile, price: Cents, isOneTap = false): string =>
  `Next: ${isOneTap ? 'one tap, ' : ''}${formatMoney(price)}${isOneTap ? '' : ','} held until ${firstName(fullName)} answers.`;

/** Says what changed since the sender paid this person before. */
function ChangedSince(props: { profile: Profile; lastTime: LastTime; now: Instant }) {
  const { profile, lastTime, now } = props;
  const change = changeSince(profile, lastTime, now);
  if (!change) return null;
  return (
    <div role="alert">
      <Banner tone="held" icon={Tag} title={change.title}>
        {change.text}
      </Banner>
    </div>
  );
}

/** Says which terms the recipient changed while the sender was about to pay. */
function ChangedOffer({ change, profile }: { change: OfferChange; profile: Profile }) {
  const { title, text } = changeWords(change, profile);
  return (
    <ScrolledTo>
      <div role="alert">
        <Banner tone="due" icon={FilePen} title={title}>
          {text}
        </Banner>
      </div>
    </ScrolledTo>
  );
}
