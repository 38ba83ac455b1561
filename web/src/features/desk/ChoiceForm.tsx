import { zodResolver } from '@hookform/resolvers/zod';
import { ChevronRight, Eye } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useController, useForm, useWatch } from 'react-hook-form';
import * as z from 'zod/mini';
import { type DecisionKind, readersSentence } from '#shared/rules/desk/decision-readers.ts';
import { deskReason } from '#shared/rules/desk/decisions.ts';
import type { CallOptions } from '#web/api/client.ts';
import { useSendOnce } from '#web/api/send-once.ts';
import { useSubmission } from '#web/forms/submission.ts';
import { useDraft } from '#web/forms/use-draft.ts';
import { Button } from '#web/ui/Button.tsx';
import { Field } from '#web/ui/Field.tsx';
import { RadioCards } from '#web/ui/RadioCards.tsx';
import { toast } from '#web/ui/Toast.tsx';
import { firstName } from '../conversations/conversation.ts';
import { othersWords, ReadingsDialog, type ShownReading } from './claims/Readings.tsx';
import { DecisionForm, MAY_BE_SAVED, ReasonField } from './DecisionForm.tsx';
import { Key } from './Key.tsx';
import { sendFromDesk } from './send-from-desk.ts';
import { reasonKey } from './UnsentReason.tsx';

/** A decision that can be chosen. */
export type DecisionChoice = {
  readonly value: string;
  readonly label: string;
  readonly hint?: ReactNode;
  /** Why the rules refuse it now, in a sentence. */
  readonly refused?: string | undefined;
  /** What the button says once it is chosen. */
  readonly button: string;
  /** Whether it moves money. */
  readonly isMoney?: boolean;
  /** The decisions that it may become, whose readers the form names. */
  readonly kinds: readonly DecisionKind[];
  /** What each reader will read; empty if nobody does. */
  readonly reads: readonly ShownReading[];
  /** That it only becomes a proposal, and who reads the reason; undefined if it is done at once. */
  readonly proposal?: string | undefined;
  /** Who reads the reason of a second person who agrees; undefined where it is the readers of the decision. */
  readonly checked?: string | undefined;
  /** The input of the operation. */
  readonly input: object;
};

export type ChoiceFormProps = {
  /** Names the draft of the reason on this device. */
  id: string;
  /** What the button says while nothing is chosen: "Decide this report". */
  submit: string;
  choices: readonly DecisionChoice[];
  /** The reason that the people concerned read in place of the typed one: that of the proposal which a choice confirms. */
  proposedReason?: string | undefined;
  /** More about the reason: what it may not say. */
  reasonHint?: string | undefined;
  /** The words of the button that returns to what is decided about, on a phone. */
  backWords?: string;
  onBack: () => void;
  /** Performs the decision. `values` has the input of the choice, and the reason. */
  send: (values: never, options: CallOptions) => Promise<{ data: { message: string }[] }>;
};

const formSchema = z.object({
  /** Empty until something is chosen: nothing is, at first. */
  choice: z.string().check(z.minLength(1, 'Please choose a decision')),
  reason: deskReason,
});

/**
 * The form of a decision among several: the choices with their numbers, the reason with who reads it, all that each of them will read, and
 * a button that says what it does. The reason stays on the device until it is sent. docs/product/desk.md#choices
 */
export function ChoiceForm(props: ChoiceFormProps) {
  const { id, submit, choices, backWords = 'Read it again', onBack, send } = props;
  const draftKey = reasonKey(id);
  const draft = useDraft(draftKey);
  const once = useSendOnce(draftKey);
  const form = useForm({
    resolver: zodResolver(formSchema),
    shouldFocusError: false,
    defaultValues: { choice: '', reason: draft.read() },
  });
  const { field, fieldState } = useController({ control: form.control, name: 'choice' });
  const reason = useWatch({ control: form.control, name: 'reason' });
  const chosen = choices.find(({ value }) => value === field.value);
  const { onSubmit, busy, error } = useSubmission(form, {
    failed: MAY_BE_SAVED,
    send: ({ choice, reason: typed }) =>
      sendFromDesk(draft, async () => {
        const input = choices.find(({ value }) => value === choice)?.input;
        const { data } = await once.send((options) =>
          send({ ...input, reason: typed } as never, options),
        );
        draft.clear();
        form.reset({ choice: '', reason: '' });
        if (data[0]) toast.success(data[0].message);
      }),
  });
  const { errors, submitCount } = form.formState;
  return (
    <DecisionForm
      submitCount={submitCount}
      onSubmit={onSubmit}
      error={error}
      backWords={backWords}
      onBack={onBack}
      buttons={
        <Button type="submit" block busy={busy} variant={chosen?.isMoney ? 'money' : 'primary'}>
          <span className="inline-flex items-center gap-2">
            {chosen?.button ?? submit} <Key onInk>Ctrl ↵</Key>
          </span>
        </Button>
      }
    >
      <div data-desk-decision data-invalid={fieldState.invalid ? '' : undefined}>
        <Field label="Decision" group="radios" error={fieldState.error?.message}>
          <RadioCards
            value={field.value}
            onValueChange={field.onChange}
            options={choices.map(({ value, label, hint, refused }, index) => ({
              value,
              label,
              refused,
              ...(hint !== undefined && { hint }),
              trailing: <Key>{`${index + 1}`}</Key>,
            }))}
          />
        </Field>
      </div>
      <ReasonField
        label={chosen?.checked === undefined ? 'Reason' : 'What did you check yourself?'}
        hint={<WhoReads {...props} chosen={chosen} />}
        error={errors.reason?.message}
        rows={3}
        counted={reason}
        field={form.register('reason', { onChange: (event) => draft.write(event.target.value) })}
      />
      {chosen && chosen.reads.length > 0 && (
        <Preview chosen={chosen} reason={reasonOf(props, chosen, reason)} />
      )}
    </DecisionForm>
  );
}

/** The reason that the people concerned will read: of a confirmed proposal it is the proposer's. */
const reasonOf = ({ proposedReason }: ChoiceFormProps, chosen: DecisionChoice, typed: string) =>
  chosen.checked !== undefined && proposedReason !== undefined ? proposedReason : typed;

/** Opens all that each reader will read. */
function Preview({ chosen, reason }: { chosen: DecisionChoice; reason: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        data-desk-key="p"
        onClick={() => setOpen(true)}
        className="flex min-h-11 items-center justify-between border-rule border-t py-2 text-left font-semibold"
      >
        <span className="inline-flex items-center gap-2">
          {chosen.reads.length === 1 ? 'See what they will read' : 'See all that each will read'}{' '}
          <Key>P</Key>
        </span>
        <ChevronRight aria-hidden size={20} />
      </button>
      <ReadingsDialog open={isOpen} onOpenChange={setOpen} reads={chosen.reads} reason={reason} />
    </>
  );
}

/** Says who reads the reason: by name where it is known. */
function WhoReads({
  choices,
  reasonHint,
  chosen,
}: ChoiceFormProps & { chosen: DecisionChoice | undefined }) {
  return (
    <span className="flex gap-2">
      <Eye aria-hidden size={18} className="mt-0.5 shrink-0" />
      <span>
        {chosen?.checked ?? chosen?.proposal ?? readersOf(choices, chosen)}
        {reasonHint && chosen?.checked === undefined && ` ${reasonHint}`}
      </span>
    </span>
  );
}

function readersOf(choices: readonly DecisionChoice[], chosen: DecisionChoice | undefined) {
  const [first] = choices;
  // Where everything becomes a proposal, it is said before something is chosen.
  if (!chosen && first && choices.every(({ proposal }) => proposal === first.proposal))
    return first.proposal ?? readersSentence(...choices.flatMap(({ kinds }) => kinds));
  if (!chosen) return readersSentence(...choices.flatMap(({ kinds }) => kinds));
  const names = chosen.reads.flatMap(({ person, alsoReadBy = 0 }) => [
    firstName(person.fullName),
    ...(alsoReadBy > 0 ? [othersWords(alsoReadBy)] : []),
  ]);
  if (names.length === 0) return readersSentence(...chosen.kinds);
  return (
    <>
      <strong className="text-ink">
        {new Intl.ListFormat('en-US').format(names)} {names.length === 1 ? 'reads' : 'read'} this
      </strong>
      , word for word.
    </>
  );
}
