import { SUPPORT_USERNAME } from '../../../../../../shared/brand.ts';
import { StatFigure, StatRow } from '../../../../ui/StatFigure.tsx';
import type { PublicProfile } from './public-profile.ts';

/* Statistics about how this person answers. Figures without data are left out. */
export function Figures({ profile }: { profile: PublicProfile }) {
  const { answeredCount, endedCount, responseRate, remainingThisMonth } = profile;
  // The support account has no monthly commitment.
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
