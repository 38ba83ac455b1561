import { Heart } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { takeBackThanks, thankRecipient, withdrawThanksConsent } from '#shared/api/thanks.ts';
import { THANKS_MAX, type ThanksChoice, thanksLength } from '#shared/rules/conversations/thanks.ts';
import type { Instant } from '#shared/time.ts';
import { call } from '#web/api/client.ts';
import { useCurrentUser } from '#web/api/current-user.ts';
import { errorMessage } from '#web/api/error-message.ts';
import { useWrite } from '#web/forms/use-write.ts';
import { onDayWords, weekdayWords } from '#web/shell/dates.ts';
import { Button } from '#web/ui/Button.tsx';
import { CharCount } from '#web/ui/CharCount.tsx';
import { Field } from '#web/ui/Field.tsx';
import { RadioCards } from '#web/ui/RadioCards.tsx';
import { TextArea } from '#web/ui/TextArea.tsx';
import { type Conversation, firstName } from '../conversation.ts';
import { sharedWords, type ThanksSeen } from '../thanks-words.ts';
import { changeThread } from './refresh-thread.ts';

export type ThanksCardProps = { conversation: Conversation; now: Instant };

/* The sender's thanks under the answer, in three states: not said, being written, said. docs/product/conversations.md#thanks */
export function ThanksCard({ conversation, now }: ThanksCardProps) {
  const { id: orderId, recipientName, thanks, thankUntil } = conversation;
  const name = firstName(recipientName);
  const [writing, setWriting] = useState<'AFTER_TAP' | 'CHANGE'>();
  const card = useRef<HTMLElement>(null);
  const [finished, setFinished] = useState(0);
  /** The pressed button is gone: the focus stays in the card. */
  const finish = () => {
    setWriting(undefined);
    setFinished((times) => times + 1);
    card.current?.focus({ preventScroll: true });
  };
  // The card is shorter now, and is shown from its top.
  useEffect(() => {
    if (finished > 0) card.current?.scrollIntoView({ block: 'nearest' });
  }, [finished]);
  const saying = useWrite({
    mutationFn: ({ text, mayShow }: Said) =>
      changeThread('sender', () => call(thankRecipient, { orderId, text, mayShow })),
  });
  const withdrawing = useWrite({
    mutationFn: () => changeThread('sender', () => call(withdrawThanksConsent, { orderId })),
    onSuccess: finish,
  });
  const takingBack = useWrite({
    mutationFn: () => changeThread('sender', () => call(takeBackThanks, { orderId })),
    onSuccess: finish,
  });
  const error = saying.error ?? withdrawing.error ?? takingBack.error;
  const isBusy = saying.isPending || withdrawing.isPending || takingBack.isPending;
  const isWriting = writing !== undefined && thankUntil !== undefined;
  if (!thanks && thankUntil === undefined) return null;
  return (
    <section
      ref={card}
      tabIndex={-1}
      aria-label="Thanks"
      className="rounded-card bg-tint px-4 py-3"
    >
      {!thanks && thankUntil !== undefined && (
        <div className="flex min-h-12 items-center gap-3">
          <div className="min-w-0 flex-1">
            <p className="font-semibold">Did this help?</p>
            <p className="text-balance text-[0.875rem] text-soft">
              Until {weekdayWords(thankUntil, now)}
            </p>
          </div>
          <Button
            size="md"
            variant="quiet"
            className="bg-card"
            busy={isBusy}
            icon={<Heart aria-hidden size={18} />}
            onClick={() => saying.mutate(ONLY_THANKS, { onSuccess: () => setWriting('AFTER_TAP') })}
          >
            Say thanks
          </Button>
        </div>
      )}
      {thanks && isWriting && (
        <Sentence
          name={name}
          thanks={thanks}
          isBusy={isBusy}
          title={
            writing === 'CHANGE' ? `Your thanks to ${name}` : `${name} will see that it helped.`
          }
          wayBack={
            writing === 'CHANGE' ? (
              <Press onClick={finish}>Cancel</Press>
            ) : (
              <Press onClick={() => takingBack.mutate()}>Undo</Press>
            )
          }
          onSay={(said) => saying.mutate(said, { onSuccess: finish })}
        />
      )}
      {thanks && !isWriting && (
        <div className="grid gap-1.5">
          <p className="flex items-center gap-2 font-semibold">
            <Heart aria-hidden size={18} className="shrink-0 fill-ink" />
            You thanked {name} {onDayWords(thanks.at, now)}
          </p>
          {thanks.text && <Quote>{thanks.text}</Quote>}
          <p className="text-[0.875rem] text-soft">
            {sharedWords(thanks, name)}
            {thankUntil === undefined &&
              ` The 30 days are over: it can’t be changed, only ${thanks.isShown ? 'taken off' : 'taken back'}.`}
          </p>
          <div className="-mx-2 flex flex-wrap">
            {thankUntil !== undefined && (
              <Press onClick={() => setWriting('CHANGE')}>
                {thanks.text ? 'Change' : 'Add a sentence'}
              </Press>
            )}
            {thanks.consent && (
              <Press onClick={() => withdrawing.mutate()}>
                {thanks.isShown ? `Take it off ${name}’s profile` : 'Don’t show it'}
              </Press>
            )}
            <Press onClick={() => takingBack.mutate()}>Take it back</Press>
          </div>
        </div>
      )}
      <p role="alert" className="text-[0.875rem] text-red-text">
        {error && !isBusy && errorMessage(error)}
      </p>
    </section>
  );
}

type Said = { readonly text: string; readonly mayShow: ThanksChoice };
const ONLY_THANKS: Said = { text: '', mayShow: 'NO' };

type SentenceProps = {
  name: string;
  thanks: ThanksSeen;
  isBusy: boolean;
  title: string;
  /** Undoes the tap, or leaves what was said as it is. */
  wayBack: ReactNode;
  onSay: (said: Said) => void;
};

/** The sentence that may be added, and who may read it. Leaving it empty is complete. */
function Sentence({ name, thanks, isBusy, title, wayBack, onSay }: SentenceProps) {
  const [text, setText] = useState(thanks.text ?? '');
  const [mayShow, setMayShow] = useState<ThanksChoice>(choiceIn(thanks));
  const length = thanksLength(text);
  const isTooLong = length > THANKS_MAX;
  const isEmpty = text.trim() === '';
  return (
    <div className="grid gap-3 pb-1">
      <div className="flex items-center gap-2">
        <Heart aria-hidden size={18} className="shrink-0 fill-ink" />
        <p role="status" className="min-w-0 flex-1 font-semibold">
          {title}
        </p>
        {wayBack}
      </div>
      {thanks.isShown && (
        <p className="text-[0.875rem] text-soft">
          {name} shows it now. If you change it, it’s taken off the profile until {name} chooses it
          again.
        </p>
      )}
      <Field
        label="One sentence, if you like"
        error={isTooLong ? 'Please keep this to 140 characters' : undefined}
        liveError
        counter={<CharCount count={length} max={THANKS_MAX} />}
      >
        <TextArea
          autoFocus
          rows={2}
          value={text}
          className="font-serif text-lg"
          onChange={({ target }) => setText(target.value)}
        />
      </Field>
      {!isEmpty && <MayShow name={name} value={mayShow} onChange={setMayShow} />}
      <Button
        block
        busy={isBusy}
        disabled={isTooLong}
        onClick={() => onSay(isEmpty ? ONLY_THANKS : { text, mayShow })}
      >
        {isEmpty ? 'Done' : `Send to ${name}`}
      </Button>
    </div>
  );
}

type MayShowProps = {
  name: string;
  value: ThanksChoice;
  onChange: (value: ThanksChoice) => void;
};

/** Who may read the sentence. Nothing depends on the choice, and it can be withdrawn at any time. */
function MayShow({ name, value, onChange }: MayShowProps) {
  const ownName = firstName(useCurrentUser().fullName);
  return (
    <Field
      group="radios"
      label={`May ${name} show this?`}
      hint={`With a yes, ${name} can show it on the profile, with the month. You can take it off at any time.`}
    >
      <RadioCards
        value={value}
        onValueChange={onChange}
        options={[
          { value: 'NO', label: `No, it’s for ${name}` },
          { value: 'NAME', label: `Yes, as “${ownName}”` },
          { value: 'NO_NAME', label: 'Yes, without a name' },
        ]}
      />
    </Field>
  );
}

const choiceIn = ({ consent }: ThanksSeen): ThanksChoice =>
  !consent ? 'NO' : consent.name === null ? 'NO_NAME' : 'NAME';

function Quote({ children }: { children: string }) {
  return (
    <p dir="auto" className="wrap-anywhere font-serif text-lg leading-7">
      “{children}”
    </p>
  );
}

function Press({ children, onClick }: { children: string; onClick: () => void }) {
  return (
    <button
      type="button"
      onClick={onClick}
      className="min-h-11 px-2 font-semibold text-[0.9375rem] hover:underline"
    >
      {children}
    </button>
  );
}
