import type { Output } from '#shared/api/operation.ts';
import type { viewReliability } from '#shared/api/reliability.ts';
import type { Reliability } from '#shared/rules/profiles/reliability.ts';

/** The figures in responses; without months if they were never computed. */
export function reliabilityView(
  published: Reliability | undefined,
): Output<typeof viewReliability>['data'][number] {
  const { computedAt = null, months = [] } = published ?? {};
  return { computedAt, months: months.map(({ month, figures }) => ({ month, figures })) };
}
