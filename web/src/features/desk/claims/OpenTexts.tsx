import { Eye } from 'lucide-react';
import { useId, useState } from 'react';
import { deskReason, REASON_MAX } from '#shared/rules/desk/decisions.ts';
import type { Instant } from '#shared/time.ts';
import { ruleError } from '#web/forms/rule-error.ts';
import { timeWords } from '#web/shell/dates.ts';
import { Button } from '#web/ui/Button.tsx';
import { Field } from '#web/ui/Field.tsx';
import { TextInput } from '#web/ui/TextInput.tsx';
import { Key } from '../Key.tsx';

/* Opens the letter and the answer: the case is the reason, in words that can be changed, and the look is logged. */

export type OpenTextsProps = {
  /** What is private, as a title, and the words of the button; by default the letter and the answer. */
  what?: string;
  action?: string;
  /** The reason that is there at first. */
  reason: string;
  /** When the texts were opened; undefined before. */
  openedAt: Instant | undefined;
  onOpen: (reason: string) => Promise<boolean>;
  busy: boolean;
  error: string | undefined;
};

export function OpenTexts({
  what = 'The letter and the answer are private',
  action = 'Show both texts',
  reason: first,
  openedAt,
  onOpen,
  busy,
  error,
}: OpenTextsProps) {
  const headingId = useId();
  const [reason, setReason] = useState(first);
  const [isChanging, setChanging] = useState(false);
  const [wrong, setWrong] = useState<string>();
  if (openedAt !== undefined)
    return (
      <p data-new-state tabIndex={-1} className="flex items-center gap-2 text-[0.875rem] text-soft">
        <Eye aria-hidden size={18} className="shrink-0" />
        You looked at {timeWords(openedAt)}: “{reason}”. That is logged.
      </p>
    );
  return (
    <form
      noValidate
      aria-labelledby={headingId}
      className="grid gap-3 rounded-card border border-rule bg-card p-5"
      onSubmit={(event) => {
        event.preventDefault();
        const fault = ruleError(deskReason, reason);
        setWrong(fault);
        if (fault === undefined) void onOpen(reason);
      }}
    >
      <div>
        <h2 id={headingId} className="font-semibold">
          {what}
        </h2>
        {!isChanging && (
          <p className="text-soft">
            We log that you looked: “{reason}”.{' '}
            <button
              type="button"
              className="hit-area text-back-text underline underline-offset-4"
              onClick={() => setChanging(true)}
            >
              Change the words
            </button>
          </p>
        )}
      </div>
      {isChanging && (
        <Field label="Why do you look?" error={wrong}>
          <TextInput
            autoFocus
            value={reason}
            maxLength={REASON_MAX}
            onChange={({ target }) => setReason(target.value)}
          />
        </Field>
      )}
      {error && (
        <p role="alert" className="font-medium text-red-text">
          {error}
        </p>
      )}
      <Button
        type="submit"
        variant="quiet"
        busy={busy}
        icon={<Eye aria-hidden size={18} />}
        data-desk-key="o"
      >
        <span className="inline-flex items-center gap-2">
          {action} <Key>O</Key>
        </span>
      </Button>
    </form>
  );
}
