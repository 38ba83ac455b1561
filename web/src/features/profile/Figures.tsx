import { SUPPORT_USERNAME } from '../../../../shared/brand.ts';
import { StatFigure, StatRow } from '../../ui/StatFigure.tsx';
import type { PublicProfile } from './Profile.tsx';

/* What is known about how this person answers. A figure without data is not shown. */
export function Figures({ profile }: { profile: PublicProfile }) {
  const { answeredCount, endedCount, responseRate, remainingThisMonth } = profile;
  // Help tickets are free: the product's own account has no month to fill.
  const takesMessages = profile.paidResponseCommitment > 0 && profile.username !== SUPPORT_USERNAME;
  if (endedCount === 0 && !takesMessages) return null;
  return (
    <StatRow>
      {endedCount > 0 && (
        <StatFigure figure={`${answeredCount} of ${endedCount}`} caption="answered" />
      )}
      {endedCount > 0 && <StatFigure figure={`${responseRate}%`} caption="response rate" />}
      {takesMessages && <StatFigure figure={`${remainingThisMonth} left`} caption="this month" />}
    </StatRow>
  );
}
