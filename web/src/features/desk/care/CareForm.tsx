import { useQuery } from '@tanstack/react-query';
import { EyeOff } from 'lucide-react';
import { decideCare } from '#shared/api/desk-care.ts';
import { viewDeskColleagues } from '#shared/api/desk-work.ts';
import type { CareChoice } from '#shared/rules/desk/care.ts';
import { call } from '#web/api/client.ts';
import { query } from '#web/api/queries.ts';
import { Field } from '#web/ui/Field.tsx';
import { RadioCards } from '#web/ui/RadioCards.tsx';
import { toast } from '#web/ui/Toast.tsx';
import { firstName } from '../../conversations/conversation.ts';
import { DecisionForm, ReasonField } from '../DecisionForm.tsx';
import type { DeskCase } from '../desk-words.ts';
import { Key } from '../Key.tsx';
import { decisionSchema, useDecision } from '../use-decision.ts';
import { type CareView, submitWords } from './care-words.ts';

export type PassOn = NonNullable<CareView['passOn']>;

export type CareFormProps = {
  found: DeskCase;
  care: CareView;
  /** Shows the first of the four that was not looked at; false if all were. */
  showUnseen: () => boolean;
  onPassOn: (passOn: PassOn) => void;
  onBack: () => void;
};

const SCHEMA = decisionSchema('Please choose what we do');

/** The decision, in words of care. Sending it early shows what was not looked at yet. */
export function CareForm({ found, care, showUnseen, onPassOn, onBack }: CareFormProps) {
  const { id: caseId, about, openedBy, proposal } = found;
  const name = care.firstName;
  const isSecond = proposal?.deed === 'EMERGENCY_ASKED';
  const decision = useDecision({
    id: `case_${caseId}`,
    schema: SCHEMA,
    isEarly: showUnseen,
    send: (values, options) => call(decideCare, { caseId, ...values } as never, options),
    // Whom to call stands in the place of the form, and nothing lies over it.
    onDecided: ({ message, passOn }) => (passOn ? onPassOn(passOn) : toast.success(message)),
  });
  const choice = (decision.choice || undefined) as CareChoice | undefined;
  const reporter = openedBy ? firstName(openedBy.fullName) : 'whoever reported it';
  return (
    <DecisionForm
      decision={decision}
      submit={submitWords(choice, name, isSecond)}
      below={<HandItOver caseId={caseId} />}
      backWords="Look again"
      onBack={onBack}
    >
      <div data-desk-decision data-invalid={decision.choiceError === undefined ? undefined : ''}>
        <Field label="What we do" group="radios" error={decision.choiceError}>
          <RadioCards
            value={decision.choice}
            onValueChange={decision.choose}
            options={optionsOf(care, name, reporter, isSecond)}
          />
        </Field>
      </div>
      {choice === 'WRITE' && (
        <section aria-label={`${name} reads`} className="grid gap-1">
          <h3 className="font-semibold">{name} reads</h3>
          <Message care={care} />
        </section>
      )}
      <ReasonField
        hint={
          <span className="flex gap-2">
            <EyeOff aria-hidden size={18} className="mt-0.5 shrink-0" />
            <span>
              <strong className="text-ink">Only staff read this.</strong> Not{' '}
              {about ? firstName(about.fullName) : name}, not {reporter}.
            </span>
          </span>
        }
        error={decision.reasonError}
        rows={2}
        counted={decision.reason}
        field={decision.reasonField}
      />
    </DecisionForm>
  );
}

/** Nobody has to read what is hard for them. */
function HandItOver({ caseId }: { caseId: string }) {
  const colleagues = useQuery(query(viewDeskColleagues, { type: 'CASE', id: caseId }));
  const [first] = colleagues.data?.data ?? [];
  return (
    <p className="flex flex-wrap items-center justify-center gap-x-2 text-[0.9375rem] text-soft">
      Hard to read?{' '}
      <button
        type="button"
        className="inline-flex min-h-11 items-center gap-2 font-semibold text-ink underline-offset-4 hover:underline"
        onClick={() => document.querySelector<HTMLElement>('[data-desk-key="h"]')?.click()}
      >
        Hand it {first ? `to ${firstName(first.fullName)}` : 'over'} <Key>H</Key>
      </button>{' '}
      No reason needed.
    </p>
  );
}

const optionsOf = (care: CareView, name: string, reporter: string, isSecond: boolean) => [
  {
    value: 'WRITE',
    label: `Write to ${name} with help lines`,
    hint: `One message from us. No warning, no block, ${name} keeps the account.`,
    refused: care.here.gone ? 'No message reaches this account anymore.' : undefined,
    trailing: <Key>1</Key>,
  },
  {
    value: 'EMERGENCY',
    label: `Ask emergency services to look after ${name}`,
    hint: isSecond
      ? 'You agree, as the second person. Only the name and phone number go out.'
      : 'A second person agrees first. Only the name and phone number go out.',
    refused: care.emergencyObstacle ?? undefined,
    trailing: <Key>2</Key>,
  },
  {
    value: 'NO_DANGER',
    label: 'No sign of danger',
    hint: `Nothing is sent. ${reporter} is thanked in any case.`,
    trailing: <Key>3</Key>,
  },
];

/** The message word for word, with its help line as a link. */
function Message({ care: { message, helpLine } }: { care: CareView }) {
  const at = message.indexOf(helpLine.name);
  return (
    <p className="rounded-letter bg-card font-serif text-[1.0625rem] leading-7 max-wide:p-4 max-wide:shadow-letter">
      {message.slice(0, at)}
      <a href={helpLine.address} className="font-semibold text-back underline underline-offset-4">
        {helpLine.name}
      </a>
      {message.slice(at + helpLine.name.length)}
    </p>
  );
}
