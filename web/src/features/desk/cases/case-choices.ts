import { isProposal } from '#shared/rules/desk/cases.ts';
import { type DecisionKind, removalKind } from '#shared/rules/desk/decision-readers.ts';
import { firstName } from '../../conversations/conversation.ts';
import { ACTED_ON_REPORT, appealFacts } from '../../safety/statement-words.ts';
import type { DecisionChoice } from '../ChoiceForm.tsx';
import type { ShownReading } from '../claims/Readings.tsx';
import { proposerOf } from '../claims/SecondPerson.tsx';
import { type DeskCase, REMOVE_WORDS, uncapitalized } from '../desk-words.ts';
import { removableIn } from '../removable.ts';
import { aboutName, proposedAction } from './case-words.ts';

/*
 * The choices of a case about somebody, each with what the rules say about it now, who reads it, and its input. What can be removed is a
 * choice for each thing, so that one number decides. docs/product/desk.md#choices
 */

/** What a choice of a case is made of. */
type Part = Pick<DecisionChoice, 'value' | 'label' | 'button' | 'kinds' | 'hint'> & {
  readonly input: { readonly outcome: 'UPHELD' | 'REJECTED'; readonly deed?: string } & object;
};

/** The choices of a case, in the order of their numbers. */
export function choicesOf(found: DeskCase): DecisionChoice[] {
  const parts = PARTS[found.kind](found);
  return parts.map((part) => {
    const { value, hint, input } = part;
    return {
      ...part,
      hint: found.consequences[value] ?? hint,
      refused: found.refused[value] ?? refusedRemoval(found, input.deed),
      reads: readingsOf(found, value, input.outcome),
      proposal: found.proposed[value],
      checked: checkedWords(found, input),
    };
  });
}

const refusedRemoval = ({ refused }: DeskCase, deed: string | undefined) =>
  deed === 'CONTENT_REMOVED' ? refused.CONTENT_REMOVED : undefined;

/** What each reader of a choice reads, with the title that it has for them. */
function readingsOf(
  { kind, reads, statement, others }: DeskCase,
  value: string,
  outcome: 'UPHELD' | 'REJECTED',
): ShownReading[] {
  return (reads[value] ?? []).map((reading) => {
    if (kind === 'REPORT' && reading.deed === 'REPORT_DECIDED')
      return {
        ...reading,
        alsoReadBy: others.length,
        ...(outcome === 'UPHELD' && { title: ACTED_ON_REPORT }),
      };
    const isAppealed = kind === 'APPEAL' && statement !== null && reading.deed === statement.deed;
    return isAppealed ? { ...reading, facts: appealFacts(statement, outcome) } : reading;
  });
}

const PARTS: Readonly<Record<DeskCase['kind'], (found: DeskCase) => readonly Part[]>> = {
  REPORT: reportParts,
  APPEAL: () => [
    {
      value: 'UPHELD',
      label: 'Grant the appeal',
      button: 'Grant the appeal',
      kinds: ['APPEAL_GRANTED'],
      input: { outcome: 'UPHELD' },
    },
    {
      value: 'REJECTED',
      label: 'The decision stands',
      button: 'Let the decision stand',
      kinds: ['APPEAL_REJECTED'],
      input: { outcome: 'REJECTED' },
    },
  ],
  BLOCK: proposalParts,
  REFUND: proposalParts,
  // A claim is decided on the screen of its letter.
  CLAIM: () => [],
};

function reportParts(found: DeskCase): Part[] {
  const name = aboutName(found);
  return [
    {
      value: 'REJECTED',
      label: 'No rule is broken',
      hint: `${name} never learns of it.`,
      button: 'Reject the report',
      kinds: ['REPORT_REJECTED'],
      input: { outcome: 'REJECTED' },
    },
    {
      value: 'WARNED',
      label: `Warn ${name}`,
      hint: 'Another warning can end the account.',
      button: `Warn ${name}`,
      kinds: ['REPORT_WARNED'],
      input: { outcome: 'UPHELD', deed: 'WARNED' },
    },
    ...removableIn(found).map((remove) => ({
      value: remove,
      label: REMOVE_WORDS[remove],
      button: REMOVE_WORDS[remove],
      kinds: [removalKind(remove)],
      input: { outcome: 'UPHELD', deed: 'CONTENT_REMOVED', remove } as const,
    })),
    {
      value: 'ACCOUNT_BLOCKED',
      label: `Block ${name}’s account`,
      hint: 'No one can sign in, and what’s pending goes back to its senders.',
      button: `Block ${name}’s account`,
      kinds: ['REPORT_BLOCKED'],
      input: { outcome: 'UPHELD', deed: 'ACCOUNT_BLOCKED' },
    },
  ];
}

/** The decision that a proposal about an account becomes, by its reason. */
const PROPOSED: Readonly<Record<string, DecisionKind>> = {
  BLOCK: 'ACCOUNT_BLOCKED',
  UNBLOCK: 'ACCOUNT_UNBLOCKED',
  PAYOUT_RELEASE: 'PAYOUT_RELEASED',
};

function proposalParts(found: DeskCase): Part[] {
  const what = proposedAction(found);
  return [
    {
      value: 'UPHELD',
      label: `Yes: ${uncapitalized(what)}`,
      button: what,
      kinds: [PROPOSED[found.reason] ?? 'REFUND_BY_PLATFORM'],
      input: { outcome: 'UPHELD' },
    },
    {
      value: 'REJECTED',
      label: 'No',
      hint: 'Nothing is done, and no one is notified.',
      button: 'Reject the proposal',
      kinds: ['REFUND_REJECTED'],
      input: { outcome: 'REJECTED' },
    },
  ];
}

/**
 * Says who reads the reason of a second person who agrees: the people concerned read that of the proposal. Undefined for all other
 * decisions.
 */
function checkedWords(
  found: Pick<DeskCase, 'kind' | 'openedBy' | 'proposal'>,
  { outcome, deed }: { readonly outcome: string; readonly deed?: string },
): string | undefined {
  const { proposal } = found;
  const agrees = isProposal(found)
    ? outcome === 'UPHELD'
    : proposal?.outcome === outcome && (proposal?.deed ?? '') === (deed ?? '');
  if (!agrees) return undefined;
  const proposer = proposerOf(found);
  const name = proposer ? firstName(proposer.fullName) : 'The proposer';
  return `${name} and the audit read it. The people concerned read the reason of the proposal.`;
}
