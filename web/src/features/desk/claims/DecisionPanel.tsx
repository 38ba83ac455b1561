import { zodResolver } from '@hookform/resolvers/zod';
import { ChevronRight, Eye } from 'lucide-react';
import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import * as z from 'zod/mini';
import { decideCase } from '#shared/api/desk.ts';
import { decideClaim } from '#shared/api/desk-claims.ts';
import { ZERO } from '#shared/money.ts';
import { deskReason } from '#shared/rules/desk/decisions.ts';
import type { Instant } from '#shared/time.ts';
import { call } from '#web/api/client.ts';
import { useSendOnce } from '#web/api/send-once.ts';
import { useSubmission } from '#web/forms/submission.ts';
import { useDraft } from '#web/forms/use-draft.ts';
import { Button } from '#web/ui/Button.tsx';
import { toast } from '#web/ui/Toast.tsx';
import { firstName } from '../../conversations/conversation.ts';
import { DecisionForm, MAY_BE_SAVED, ReasonField } from '../DecisionForm.tsx';
import type { DeskCase } from '../desk-words.ts';
import { Key } from '../Key.tsx';
import { sendFromDesk } from '../send-from-desk.ts';
import { reasonKey } from '../UnsentReason.tsx';
import { buttonWords, type DeskLetter, namesOf, type Outcome } from './claim-words.ts';
import { EffectsTable } from './EffectsTable.tsx';
import { ReadingsDialog } from './Readings.tsx';
import { proposerOf } from './SecondPerson.tsx';

export type DecisionPanelProps = {
  found: DeskCase;
  letter: DeskLetter;
  /** The name of the draft of the reason. */
  draftId: string;
  /** Returns to the texts, on a phone. */
  onBack: () => void;
  now: Instant;
};

/**
 * The form with which a case about a letter is decided: the table of what each decision does, the reason with who reads it, and a
 * button that says what it does. The reason stays on the device until it is sent. docs/product/desk.md#claims
 */
export function DecisionPanel({ found, letter, draftId, onBack, now }: DecisionPanelProps) {
  const { id: caseId, kind } = found;
  const draftKey = reasonKey(draftId);
  const draft = useDraft(draftKey);
  const once = useSendOnce(draftKey);
  const [areReadingsOpen, openReadings] = useState(false);
  const form = useForm({
    resolver: zodResolver(formSchema),
    shouldFocusError: false,
    defaultValues: { outcome: '', reason: draft.read() },
  });
  const [chosen, reason] = useWatch({ control: form.control, name: ['outcome', 'reason'] });
  const outcome = chosen === '' ? undefined : (chosen as Outcome);
  const effect = outcome && found.effects[outcome];
  const isProposed = outcome !== undefined && found.proposed[outcome] !== undefined;
  const { onSubmit, busy, error } = useSubmission(form, {
    failed: MAY_BE_SAVED,
    send: (values) =>
      sendFromDesk(draft, async () => {
        const input = { caseId, ...values } as never;
        const { data } = await once.send((options) =>
          kind === 'CLAIM' ? call(decideClaim, input, options) : call(decideCase, input, options),
        );
        draft.clear();
        form.reset({ outcome: '', reason: '' });
        if (data[0]) toast.success(data[0].message);
      }),
  });
  const { errors, submitCount } = form.formState;
  return (
    <DecisionForm
      submitCount={submitCount}
      onSubmit={onSubmit}
      error={error}
      backWords="Read it again"
      onBack={onBack}
      buttons={
        <Button
          type="submit"
          block
          busy={busy}
          variant={effect && effect.card !== ZERO ? 'money' : 'primary'}
        >
          <span className="inline-flex items-center gap-2">
            {outcome === undefined
              ? `Decide this ${kind === 'CLAIM' ? 'claim' : 'refund'}`
              : buttonWords(found, letter, outcome, {
                  card: effect?.card ?? ZERO,
                  isProposed,
                })}{' '}
            <Key onInk>Ctrl ↵</Key>
          </span>
        </Button>
      }
    >
      <EffectsTable
        found={found}
        letter={letter}
        chosen={outcome}
        onChoose={(value) => form.setValue('outcome', value, { shouldValidate: submitCount > 0 })}
        error={errors.outcome?.message}
        now={now}
      />
      <ReasonField
        label={proposerOf(found) ? 'What did you check yourself?' : 'Reason'}
        hint={<WhoReads found={found} letter={letter} outcome={outcome} />}
        error={errors.reason?.message}
        rows={3}
        counted={reason}
        field={form.register('reason', { onChange: (event) => draft.write(event.target.value) })}
      />
      {effect && effect.reads.length > 0 && (
        <>
          <button
            type="button"
            data-desk-key="p"
            onClick={() => openReadings(true)}
            className="flex min-h-11 items-center justify-between border-rule border-t py-2 text-left font-semibold"
          >
            <span className="inline-flex items-center gap-2">
              See all that each of them will read <Key>P</Key>
            </span>
            <ChevronRight aria-hidden size={20} />
          </button>
          <ReadingsDialog
            open={areReadingsOpen}
            onOpenChange={openReadings}
            reads={effect.reads}
            reason={readReason(found, outcome, reason)}
          />
        </>
      )}
    </DecisionForm>
  );
}

const formSchema = z.object({
  /** Empty until something is chosen. */
  outcome: z.string().check(z.minLength(1, 'Please choose a decision')),
  reason: deskReason,
});

type WhoReadsProps = Pick<DecisionPanelProps, 'found' | 'letter'> & {
  outcome: Outcome | undefined;
};

/** Says who reads the reason: both sides, only staff, or whoever proposed the decision. */
function WhoReads({ found, letter, outcome }: WhoReadsProps) {
  const { sender, recipient } = namesOf(letter);
  const proposer = proposerOf(found);
  const proposal = outcome && found.proposed[outcome];
  const isConfirmed = proposer && outcome === (found.proposal?.outcome ?? 'UPHELD');
  return (
    <span className="flex gap-2">
      <Eye aria-hidden size={18} className="mt-0.5 shrink-0" />
      <span>
        {isConfirmed ? (
          <>
            <strong className="text-ink">
              {firstName(proposer.fullName)} and the audit read this.
            </strong>{' '}
            {sender} and {recipient} read what {firstName(proposer.fullName)} wrote.
          </>
        ) : found.kind !== 'CLAIM' ? (
          <strong className="text-ink">Only staff read this.</strong>
        ) : proposal ? (
          proposal
        ) : (
          <>
            <strong className="text-ink">
              {sender} and {recipient} both read this
            </strong>
            , word for word.
          </>
        )}
      </span>
    </span>
  );
}

/** The reason that the two sides will read: that of the proposal, if the decision confirms it. */
function readReason(found: DeskCase, outcome: Outcome | undefined, typed: string): string {
  if (found.kind !== 'CLAIM') return found.text;
  const { proposal } = found;
  return proposal && proposal.outcome === outcome ? proposal.reason : typed;
}
