import type { CaseKind, StatementDeed } from '#shared/rules/desk/cases.ts';
import { firstName } from '../../conversations/conversation.ts';
import type { DeskCase } from '../desk-words.ts';

/* The questions of cases about somebody: they are the titles of their screens. docs/product/desk.md#screens */

type Named = (name: string) => string;

const REPORTED: Readonly<Record<string, Named>> = {
  BULLYING_HARASSMENT: (name) => `Did ${name} harass someone?`,
  CHILD_SAFETY: () => 'Is a child in danger?',
  DANGEROUS_ADVICE: (name) => `Is ${name}’s advice dangerous?`,
  HATE_SPEECH: (name) => `Did ${name} attack people for who they are?`,
  IMPERSONATION: (name) => `Is ${name} pretending to be someone else?`,
  NUDITY_SEXUAL: (name) => `Did ${name} show unwanted sexual content?`,
  OFF_PLATFORM_PAYMENT: (name) => `Did ${name} ask to be paid elsewhere?`,
  PRIVATE_PICTURES: (name) => `Did ${name} share private pictures?`,
  SCAM_FRAUD: (name) => `Is ${name} running a scam?`,
  SPAM_PHISHING: (name) => `Is this spam from ${name}?`,
  THREAT: (name) => `Did ${name} threaten someone?`,
  VIOLENCE_DANGEROUS: (name) => `Did ${name} call for violence?`,
};

const APPEALED: Readonly<Partial<Record<StatementDeed, Named>>> = {
  ACCOUNT_BLOCKED: (name) => `Were we right to block ${name}?`,
  CONTENT_REMOVED: (name) => `Were we right to remove what ${name} published?`,
  EARNING_REVERSED: (name) => `Were we right to take back ${name}’s earning?`,
  PAYMENT_KEPT: (name) => `Were we right not to refund ${name}?`,
  WARNED: (name) => `Were we right to warn ${name}?`,
};

const PROPOSED: Readonly<Record<string, Named>> = {
  BLOCK: (name) => `Block ${name}’s account`,
  UNBLOCK: (name) => `Unblock ${name}’s account`,
  PAYOUT_RELEASE: (name) => `Release ${name}’s payout`,
};

/** The first name of whom a case is about. */
export const aboutName = ({ about }: Pick<DeskCase, 'about'>): string =>
  about ? firstName(about.fullName) : 'this person';

/** What a proposal about an account does: `Block Oskar’s account`. */
export const proposedAction = (found: Pick<DeskCase, 'reason' | 'about'>): string =>
  PROPOSED[found.reason]?.(aboutName(found)) ?? 'Carry out the proposal';

/** The question that a case about somebody asks. */
export function questionOf(
  found: Pick<DeskCase, 'kind' | 'reason' | 'about' | 'statement'>,
): string {
  const { kind, reason, statement } = found;
  const name = aboutName(found);
  if (kind === 'REPORT') return REPORTED[reason]?.(name) ?? `Did ${name} break a rule?`;
  if (kind === 'APPEAL')
    return (statement && APPEALED[statement.deed]?.(name)) ?? 'Was the decision right?';
  return `${proposedAction(found)}?`;
}

const KIND_NOUNS: Record<CaseKind, string> = {
  REPORT: 'report',
  APPEAL: 'appeal',
  CLAIM: 'claim',
  REFUND: 'proposal',
  BLOCK: 'proposal',
};

/** What the button says while nothing is chosen. */
export const submitWords = (kind: CaseKind): string => `Decide this ${KIND_NOUNS[kind]}`;
