import { Odds } from '../../Odds.tsx';
import { oddsWords } from '../../odds-words.ts';
import type { PublicProfile } from './public-profile.ts';

/* What a sender may expect of this person; nothing for the support account. */
export function Figures({ profile }: { profile: PublicProfile }) {
  const words = oddsWords(profile);
  return words && <Odds name={profile.fullName}>{words}</Odds>;
}
