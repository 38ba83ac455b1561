import { Eye } from 'lucide-react';
import { decideCase } from '#shared/api/desk.ts';
import { decideClaim } from '#shared/api/desk-claims.ts';
import { ZERO } from '#shared/money.ts';
import type { Instant } from '#shared/time.ts';
import { call } from '#web/api/client.ts';
import { firstName } from '../../conversations/conversation.ts';
import { DecisionForm, ReasonField } from '../DecisionForm.tsx';
import type { DeskCase } from '../desk-words.ts';
import { useDecision } from '../use-decision.ts';
import { buttonWords, type DeskLetter, namesOf, type Outcome } from './claim-words.ts';
import { EffectsTable } from './EffectsTable.tsx';
import { Readings } from './Readings.tsx';
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
  const decision = useDecision({
    id: draftId,
    send: ({ choice, reason }, options) => {
      const input = { caseId, outcome: choice, reason } as never;
      return kind === 'CLAIM'
        ? call(decideClaim, input, options)
        : call(decideCase, input, options);
    },
  });
  const outcome = (decision.choice || undefined) as Outcome | undefined;
  const effect = outcome && found.effects[outcome];
  const isProposed = outcome !== undefined && found.proposed[outcome] !== undefined;
  return (
    <DecisionForm
      decision={decision}
      submit={
        outcome === undefined
          ? `Decide this ${kind === 'CLAIM' ? 'claim' : 'refund'}`
          : buttonWords(found, letter, outcome, { card: effect?.card ?? ZERO, isProposed })
      }
      variant={effect && effect.card !== ZERO ? 'money' : 'primary'}
      onBack={onBack}
    >
      <EffectsTable
        found={found}
        letter={letter}
        chosen={outcome}
        onChoose={decision.choose}
        error={decision.choiceError}
        now={now}
      />
      <ReasonField
        label={proposerOf(found) ? 'What did you check yourself?' : 'Reason'}
        hint={<WhoReads found={found} letter={letter} outcome={outcome} />}
        error={decision.reasonError}
        rows={3}
        counted={decision.reason}
        field={decision.reasonField}
      />
      {effect && (
        <Readings reads={effect.reads} reason={readReason(found, outcome, decision.reason)} />
      )}
    </DecisionForm>
  );
}

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
