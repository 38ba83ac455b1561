import type { Cents } from '#shared/money.ts';
import type { Instant } from '#shared/time.ts';
import { Odds } from '#web/features/profiles/Odds.tsx';
import { oddsWords, promiseWords } from '#web/features/profiles/odds-words.ts';
import type { Profile } from '../../recipient.ts';

export type ExpectationProps = {
  profile: Profile;
  price: Cents;
  now: Instant;
};

/* What the sender may expect of the recipient, and what happens to the money otherwise. */
export function Expectation({ profile, price, now }: ExpectationProps) {
  return (
    <Odds name={profile.fullName}>
      {oddsWords(profile)} {promiseWords(price, now)}
    </Odds>
  );
}
