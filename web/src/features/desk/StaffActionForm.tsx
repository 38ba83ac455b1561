import { zodResolver } from '@hookform/resolvers/zod';
import type { ReactNode } from 'react';
import { type Control, useController, useForm, useWatch } from 'react-hook-form';
import * as z from 'zod/mini';
import { type DecisionKind, readersSentence } from '#shared/rules/desk/decision-readers.ts';
import { deskReason } from '#shared/rules/desk/decisions.ts';
import type { CallOptions } from '../../api/client.ts';
import { useSendOnce } from '../../api/send-once.ts';
import { useSubmission } from '../../forms/submission.ts';
import { useDraft } from '../../forms/use-draft.ts';
import { Button, type ButtonVariant } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';
import { MoneyInput } from '../../ui/MoneyInput.tsx';
import { type RadioCard, RadioCards } from '../../ui/RadioCards.tsx';
import { toast } from '../../ui/Toast.tsx';
import { ReasonField, useFocusOnInvalid } from './DecisionForm.tsx';
import { sendFromDesk } from './send-from-desk.ts';
import { reasonKey, UnsentReason } from './UnsentReason.tsx';
import { MAY_BE_SAVED } from './use-decision.ts';
import { WaitingProposal, type WaitingProposalProps } from './WaitingProposal.tsx';

/** A choice in the form: "uphold or reject". `name`: its field in the input of the operation. */
export type ActionChoice = {
  readonly name: string;
  readonly label: string;
  readonly options: readonly RadioCard<string>[];
  /** Whether it is asked for, given what was chosen before; by default always. */
  readonly when?: (chosen: Chosen) => boolean;
};
type Chosen = Readonly<Record<string, string>>;

/** The amount in dollars that the form asks for, which is sent as `amount`. */
export type ActionAmount = {
  readonly label: string;
  readonly hint: string;
  /** Whether it is asked for, given what was chosen before. */
  readonly when: (chosen: Chosen) => boolean;
  /** The error of the text, in a sentence; undefined if it is valid. */
  readonly check: (typed: string) => string | undefined;
};

export type StaffActionFormProps = {
  /** Names the draft of the reason on this device. */
  id: string;
  title: string;
  submit: string;
  /** What the button says when it becomes a proposal; by default that something chosen above is proposed. */
  propose?: string;
  variant?: ButtonVariant;
  /** The decisions that what was chosen may become, whose readers the form names under the reason. */
  decisions: (chosen: Chosen) => readonly DecisionKind[];
  /** Says that what was chosen and typed is proposed to a second person, and who reads the reason; undefined if it is done at once. */
  proposal?: (chosen: Chosen, typedAmount: string) => string | undefined;
  /** Why it cannot be done, in sentences; null if it can. */
  obstacle?: ReactNode;
  /** The proposal of it that waits for a second person: the form gives way to it. */
  waiting?: WaitingProposalProps | undefined;
  choices?: readonly ActionChoice[];
  amount?: ActionAmount;
  /** Above the fields. */
  children?: ReactNode;
  /** Performs the action. `values` has the reason, what was chosen, by the names of the choices, and the amount. */
  send: (values: never, options: CallOptions) => Promise<{ data: { message: string }[] }>;
};

/**
 * The form of an action by staff, with its choices and its reason. The reason stays on the device until the action is done, also when
 * somebody else was faster: then the form says who.
 */
export function StaffActionForm(props: StaffActionFormProps) {
  const { id, title, waiting } = props;
  const obstacle = props.obstacle ?? (waiting && <WaitingProposal {...waiting} />);
  return (
    <section aria-label={title} className="grid gap-4 rounded-card border border-rule p-4">
      <h2 className="font-serif text-xl">{title}</h2>
      {obstacle ? <p className="text-soft">{obstacle}</p> : <Fields {...props} />}
      {waiting && <UnsentReason id={id} />}
    </section>
  );
}

const CHOICE = 'chosen';

function Fields(props: StaffActionFormProps) {
  const {
    id,
    submit,
    propose = 'Propose it',
    variant,
    decisions,
    choices = [],
    amount,
    children,
    send,
  } = props;
  const draftKey = reasonKey(id);
  const draft = useDraft(draftKey);
  const once = useSendOnce(draftKey);
  const form = useForm({
    resolver: zodResolver(schemaOf(choices, amount)),
    shouldFocusError: false,
    defaultValues: {
      reason: draft.read(),
      amount: '',
      chosen: Object.fromEntries(choices.map(({ name }) => [name, ''])),
    },
  });
  const chosen = useWatch({ control: form.control, name: CHOICE });
  const typedAmount = useWatch({ control: form.control, name: 'amount' });
  const proposal = props.proposal?.(chosen, typedAmount);
  const { onSubmit, busy, error } = useSubmission(form, {
    failed: MAY_BE_SAVED,
    send: async ({ reason, amount: typed, chosen: picked }) => {
      const asked = choices.filter(({ when }) => when?.(picked) ?? true);
      const values = {
        ...Object.fromEntries(asked.map(({ name }) => [name, picked[name]])),
        ...(amount?.when(picked) && { amount: typed.trim() }),
      };
      await sendFromDesk(draft, async () => {
        const { data } = await once.send((options) =>
          send({ reason, ...values } as never, options),
        );
        draft.clear();
        form.reset({ reason: '', amount: '', chosen: {} });
        if (data[0]) toast.success(data[0].message);
      });
    },
  });
  const formRef = useFocusOnInvalid(form.formState.submitCount);
  return (
    <form ref={formRef} noValidate onSubmit={onSubmit} className="grid gap-4">
      {children}
      {choices
        .filter(({ when }) => when?.(chosen) ?? true)
        .map((choice, index) => (
          <div key={choice.name} {...(index === 0 && { 'data-desk-decision': '' })}>
            <Choice control={form.control} choice={choice} />
          </div>
        ))}
      {amount?.when(chosen) && (
        <Field
          label={amount.label}
          hint={amount.hint}
          error={form.formState.errors.amount?.message}
        >
          <MoneyInput placeholder="" {...form.register('amount')} />
        </Field>
      )}
      <ReasonField
        hint={proposal ?? readersSentence(...decisions(chosen))}
        error={form.formState.errors.reason?.message}
        rows={2}
        field={form.register('reason', { onChange: (event) => draft.write(event.target.value) })}
      />
      {error && (
        <p role="alert" className="font-medium text-red-text">
          {error}
        </p>
      )}
      <Button
        type="submit"
        busy={busy}
        variant={variant ?? 'primary'}
        className="justify-self-start"
      >
        {proposal ? propose : submit}
      </Button>
    </form>
  );
}

type FormValues = { reason: string; amount: string; chosen: Record<string, string> };

function Choice({
  control,
  choice: { name, label, options },
}: {
  control: Control<FormValues>;
  choice: ActionChoice;
}) {
  const { field, fieldState } = useController({ control, name: `${CHOICE}.${name}` });
  return (
    <div data-invalid={fieldState.invalid ? '' : undefined}>
      <Field label={label} group="radios" error={fieldState.error?.message}>
        <RadioCards value={field.value ?? ''} onValueChange={field.onChange} options={options} />
      </Field>
    </div>
  );
}

/** A reason, something for every choice that is asked for, and a valid amount if it is asked for. */
const schemaOf = (choices: readonly ActionChoice[], amount: ActionAmount | undefined) =>
  z
    .object({
      reason: deskReason,
      amount: z.string(),
      chosen: z.record(z.string(), z.string()),
    })
    .check((context) => {
      const { chosen, amount: typed } = context.value;
      const say = (message: string, input: unknown, path: string[]) =>
        context.issues.push({ code: 'custom', message, input, path });
      for (const { name, when } of choices)
        if ((when?.(chosen) ?? true) && !chosen[name])
          say('Please choose one', chosen[name], [CHOICE, name]);
      const wrong = amount?.when(chosen) ? amount.check(typed) : undefined;
      if (wrong) say(wrong, typed, ['amount']);
    });
