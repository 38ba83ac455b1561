import { Heart } from 'lucide-react';
import { useRef, useState } from 'react';
import { takeBackThanks, thankRecipient } from '#shared/api/thanks.ts';
import { THANKS_MAX, thanksLength } from '#shared/rules/conversations/thanks.ts';
import type { Instant } from '#shared/time.ts';
import { call } from '#web/api/client.ts';
import { errorMessage } from '#web/api/error-message.ts';
import { useWrite } from '#web/forms/use-write.ts';
import { daysAhead, dayWords, weekdayWords } from '#web/shell/dates.ts';
import { Button } from '#web/ui/Button.tsx';
import { CharCount } from '#web/ui/CharCount.tsx';
import { Field } from '#web/ui/Field.tsx';
import { TextArea } from '#web/ui/TextArea.tsx';
import { type Conversation, firstName } from '../conversation.ts';
import { changeThread } from './refresh-thread.ts';

export type ThanksCardProps = { conversation: Conversation; now: Instant };

/* The sender's thanks under the answer, in three states: not said, being written, said. docs/product/conversations.md#thanks */
export function ThanksCard({ conversation, now }: ThanksCardProps) {
  const { id: orderId, recipientName, thanks, thankUntil } = conversation;
  const name = firstName(recipientName);
  const [isWriting, setWriting] = useState(false);
  const card = useRef<HTMLElement>(null);
  /** What was pressed is gone: the focus stays in the card. */
  const finish = () => {
    setWriting(false);
    card.current?.focus();
  };
  const saying = useWrite({
    mutationFn: (text: string) =>
      changeThread('sender', () => call(thankRecipient, { orderId, text })),
  });
  const takingBack = useWrite({
    mutationFn: () => changeThread('sender', () => call(takeBackThanks, { orderId })),
    onSuccess: finish,
  });
  const error = saying.error ?? takingBack.error;
  const isBusy = saying.isPending || takingBack.isPending;
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
            <p className="text-[0.875rem] text-soft">Until {weekdayWords(thankUntil, now)}</p>
          </div>
          <Button
            size="md"
            variant="quiet"
            className="bg-card"
            busy={isBusy}
            icon={<Heart aria-hidden size={18} />}
            onClick={() => saying.mutate('', { onSuccess: () => setWriting(true) })}
          >
            Say thanks
          </Button>
        </div>
      )}
      {thanks && isWriting && thankUntil !== undefined && (
        <Sentence
          name={name}
          text={thanks.text ?? ''}
          isBusy={isBusy}
          onUndo={() => takingBack.mutate()}
          onSay={(text) => saying.mutate(text, { onSuccess: finish })}
        />
      )}
      {thanks && !(isWriting && thankUntil !== undefined) && (
        <div className="grid gap-1.5">
          <p className="flex items-center gap-2 font-semibold">
            <Heart aria-hidden size={18} className="shrink-0 fill-ink" />
            You thanked {name} {saidOn(thanks.at, now)}
          </p>
          {thanks.text && <Quote>{thanks.text}</Quote>}
          <p className="text-[0.875rem] text-soft">
            Only {name} can read it.
            {thankUntil === undefined &&
              ' The 30 days are over: it can’t be changed, only taken back.'}
          </p>
          <div className="-mx-2 flex flex-wrap">
            {thankUntil !== undefined && (
              <Press onClick={() => setWriting(true)}>
                {thanks.text ? 'Change' : 'Add a sentence'}
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

type SentenceProps = {
  name: string;
  text: string;
  isBusy: boolean;
  onUndo: () => void;
  onSay: (text: string) => void;
};

/** The sentence that may be added. Leaving it empty is complete. */
function Sentence({ name, text: before, isBusy, onUndo, onSay }: SentenceProps) {
  const [text, setText] = useState(before);
  const length = thanksLength(text);
  const isTooLong = length > THANKS_MAX;
  return (
    <div className="grid gap-3 pb-1">
      <div className="flex items-center gap-2">
        <Heart aria-hidden size={18} className="shrink-0 fill-ink" />
        <p role="status" className="min-w-0 flex-1 font-semibold">
          {name} will see that it helped.
        </p>
        <Press onClick={onUndo}>Undo</Press>
      </div>
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
      <p className="text-[0.875rem] text-soft">Only {name} can read it.</p>
      <Button block busy={isBusy} disabled={isTooLong} onClick={() => onSay(text)}>
        {text.trim() === '' ? 'Done' : `Send to ${name}`}
      </Button>
    </div>
  );
}

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

/** `today`, or `on Nov 20`. */
const saidOn = (at: Instant, now: Instant): string =>
  daysAhead(at, now) === 0 ? 'today' : `on ${dayWords(at, now)}`;
