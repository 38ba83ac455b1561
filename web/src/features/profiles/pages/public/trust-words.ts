import { prettyDate } from '#shared/dates.ts';
import { formatCount } from '#shared/format-count.ts';
import type { PublicProfile } from '../../public-profile.ts';

/* What is known of a person, in words: each fact with what it means and what it does not. docs/product/profiles.md#trust-panel */

export type TrustFact = {
  readonly title: string;
  readonly meaning: string;
};

/** The facts about a person; none for the support account. Dates are in UTC, because the server renders them too. */
export function trustFacts({ trust, creationDate, answeredCount }: PublicProfile): TrustFact[] {
  if (!trust) return [];
  const { phoneSince, cardName, identitySince, passkeySince, links, upheldClaims } = trust;
  const facts: (TrustFact | false | null)[] = [
    identitySince && {
      title: `Identity checked on ${prettyDate(identitySince)}`,
      meaning:
        'Stripe checked for payouts that this is their name. No one checked titles or licenses.',
    },
    phoneSince && {
      title: `Phone confirmed, since ${prettyDate(phoneSince)}`,
      meaning: 'They got a code at the number of this account. It doesn’t say who they are.',
    },
    cardName && {
      title: 'Card name matches',
      meaning:
        'The name typed with their card is the name of this profile. Anyone can type a name, so it proves no identity.',
    },
    passkeySince && {
      title: `Signs in with a passkey, since ${prettyDate(passkeySince)}`,
      meaning: 'A fake sign-in page can’t steal it. It doesn’t say who they are.',
    },
    ...links.map(({ host, verifiedAt }) => ({
      title: `${host} links back, checked on ${prettyDate(verifiedAt)}`,
      meaning:
        'Whoever runs that page says that this profile is theirs. We don’t know who runs it. A check counts for 90 days.',
    })),
    {
      title: `Member since ${prettyDate(creationDate)}`,
      meaning: 'The account was registered on that day.',
    },
    claimsFact(answeredCount, upheldClaims),
  ];
  return facts.filter((fact) => fact !== false && fact !== null);
}

function claimsFact(answers: number, upheld: number): TrustFact | null {
  if (answers + upheld === 0) return null;
  const of = answers === 1 ? '1 answer' : `${formatCount(answers)} answers`;
  return {
    title:
      upheld === 0
        ? `No upheld claims in ${of}`
        : `${upheld} upheld ${upheld === 1 ? 'claim' : 'claims'}, and ${of} without one`,
    meaning:
      'A claim is upheld when we agree that an answer didn’t answer the question, or when the person didn’t respond to the claim. Most answers are never claimed, good or not.',
  };
}
