import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useSession } from '#web/api/session.ts';
import { firstName } from '#web/features/conversations/conversation.ts';
import { TIER_CARD, TierCard } from '#web/features/conversations/TierCard.tsx';
import { tierWords } from '#web/features/conversations/tier-words.ts';
import { OWN_PRICE, paths } from '#web/paths.ts';
import type { PublicProfile } from '../../public-profile.ts';
import { useBackToList } from './back-to-list.ts';
import { pressContact } from './press-contact.ts';

/* The answers that a person offers, each a way to write to them. docs/product/profiles.md#tiers */
export function Tiers({ profile, own }: { profile: PublicProfile; own: boolean }) {
  const { tiers, active, blocked, fullName, yourPrice } = profile;
  if (!tiers || blocked || (!active && !own)) return null;
  return (
    <section aria-label={`What ${firstName(fullName)} offers`} className="grid gap-2">
      {yourPrice !== undefined && (
        <Way profile={profile} choice={OWN_PRICE}>
          <TierCard name="One answer" words="Your price" price={yourPrice} />
        </Way>
      )}
      {tiers.map((tier) => (
        <Way key={tier.id} profile={profile} choice={tier.id} own={own}>
          <TierCard name={tier.name} words={tierWords(tier)} price={tier.price} />
        </Way>
      ))}
    </section>
  );
}

type WayProps = { profile: PublicProfile; choice: string; own?: boolean; children: ReactNode };

function Way({ profile, choice, own, children }: WayProps) {
  const session = useSession();
  const isFromSearch = useBackToList() !== undefined;
  if (own) return <div className={TIER_CARD}>{children}</div>;
  return (
    <Link
      to={
        session
          ? paths.createInbox(profile.id, choice)
          : paths.signInToWrite(profile.username, choice)
      }
      onClick={() => pressContact(profile.id, isFromSearch)}
      data-press={profile.id}
      className={`${TIER_CARD} hover:border-ink`}
    >
      {children}
    </Link>
  );
}
