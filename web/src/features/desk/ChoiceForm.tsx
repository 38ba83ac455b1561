import { Eye } from 'lucide-react';
import type { ReactNode } from 'react';
import { type DecisionKind, readersSentence } from '#shared/rules/desk/decision-readers.ts';
import type { CallOptions } from '#web/api/client.ts';
import { Field } from '#web/ui/Field.tsx';
import { RadioCards } from '#web/ui/RadioCards.tsx';
import { firstName } from '../conversations/conversation.ts';
import { othersWords, Readings, type ShownReading } from './claims/Readings.tsx';
import { DecisionForm, ReasonField } from './DecisionForm.tsx';
import { uncapitalized } from './desk-words.ts';
import { Key } from './Key.tsx';
import { useDecision } from './use-decision.ts';

/** A decision that can be chosen. */
export type DecisionChoice = {
  readonly value: string;
  readonly label: string;
  readonly hint?: ReactNode;
  /** Why the rules refuse it now, in a sentence. */
  readonly refused?: string | undefined;
  /** What the button says once it is chosen, without that it only proposes this. */
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
  onBack: () => void;
  /** Performs the decision. `values` has the input of the choice, and the reason. */
  send: (values: never, options: CallOptions) => Promise<{ data: { message: string }[] }>;
};

/**
 * The form of a decision among several: the choices with their numbers, the reason with who reads it, all that each of them will read, and
 * a button that says what it does. The reason stays on the device until it is sent. docs/product/desk.md#choices
 */
export function ChoiceForm(props: ChoiceFormProps) {
  const { id, submit, choices, onBack, send } = props;
  const decision = useDecision({
    id,
    send: ({ choice, reason }, options) => {
      const input = choices.find(({ value }) => value === choice)?.input;
      return send({ ...input, reason } as never, options);
    },
  });
  const chosen = choices.find(({ value }) => value === decision.choice);
  return (
    <DecisionForm
      decision={decision}
      submit={chosen ? buttonOf(chosen) : submit}
      variant={chosen?.isMoney ? 'money' : 'primary'}
      onBack={onBack}
    >
      <div data-desk-decision data-invalid={decision.choiceError === undefined ? undefined : ''}>
        <Field label="Decision" group="radios" error={decision.choiceError}>
          <RadioCards
            value={decision.choice}
            onValueChange={decision.choose}
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
        error={decision.reasonError}
        rows={3}
        counted={decision.reason}
        field={decision.reasonField}
      />
      {chosen && (
        <Readings reads={chosen.reads} reason={reasonOf(props, chosen, decision.reason)} />
      )}
    </DecisionForm>
  );
}

/** What the button says once this is chosen. */
const buttonOf = ({ button, proposal }: DecisionChoice): string =>
  proposal === undefined ? button : `Propose: ${uncapitalized(button)}`;

/** The reason that the people concerned will read: of a confirmed proposal it is the proposer's. */
const reasonOf = ({ proposedReason }: ChoiceFormProps, chosen: DecisionChoice, typed: string) =>
  chosen.checked !== undefined && proposedReason !== undefined ? proposedReason : typed;

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
  if (!chosen) {
    const [first] = choices;
    // Where everything becomes a proposal, it is said before something is chosen.
    const proposal = choices.every((one) => one.proposal === first?.proposal) && first?.proposal;
    return proposal || readersSentence(...choices.flatMap(({ kinds }) => kinds));
  }
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
