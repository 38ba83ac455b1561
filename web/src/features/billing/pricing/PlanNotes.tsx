import { notes } from '#shared/messages/plans.ts';
import { PLAN_TERMS } from '#shared/rules/billing/plans.ts';

/* What the table of plans has no room for. */
export function PlanNotes() {
  const { name, price } = PLAN_TERMS.STARTER;
  return <p className="text-[0.9375rem] text-soft">{notes(name, price)}</p>;
}
