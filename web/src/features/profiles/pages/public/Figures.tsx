import { Odds } from '../../Odds.tsx';
import { oddsWords } from '../../odds-words.ts';
import type { PublicProfile } from './public-profile.ts';

/* What a sender may expect of this person; nothing for the support account. */
export function Figures({ profile }: { profile: PublicProfile }) {
  const words = oddsWords(profile);
  return (
    words && (
      <div>
        {/* Without an ended message there is nothing to count. */}
        {profile.odds && (
          <p className="text-[0.9375rem]">
            Response rate: <span className="font-semibold">{profile.responseRate}%</span>
          </p>
        )}
        <Odds name={profile.fullName}>{words}</Odds>
      </div>
    )
  );
}
