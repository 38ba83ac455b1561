import type { DomainEvent } from '../../domain-events.ts';

type DecisionEvent = DomainEvent<'statement.written' | 'case.decided'>;

/** The text of the notification of a decision. It says nothing of what was decided, because it shows on the lock screen. */
export const decisionWords = (event: DecisionEvent) => ({
  title: titleOf(event),
  body: 'Open it to read what was decided, and why.',
});

function titleOf({ detail }: DecisionEvent): string {
  if (!('kind' in detail)) return 'A decision about your account';
  return detail.kind === 'REPORT' ? 'A decision about your report' : 'A decision about your appeal';
}
