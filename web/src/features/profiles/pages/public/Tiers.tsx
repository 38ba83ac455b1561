import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { Cents } from '../../../../../../shared/money.ts';
import { useSession } from '../../../../api/session.ts';
import { OWN_PRICE, paths } from '../../../../paths.ts';
import { Stamp } from '../../../../ui/Stamp.tsx';
import { firstName } from '../../../conversations/conversation.ts';
import { tierWords } from '../../../conversations/tier-words.ts';
import { pressContact } from './press-contact.ts';
import type { PublicProfile } from './public-profile.ts';

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
  if (own) return <div className={CARD}>{children}</div>;
  return (
    <Link
      to={session ? paths.createInbox(profile.id, choice) : paths.login(profile.username)}
      onClick={() => pressContact(profile.id)}
      data-press={profile.id}
      className={`${CARD} hover:border-ink`}
    >
      {children}
    </Link>
  );
}

const CARD = 'flex items-center gap-3 rounded-card border border-rule bg-card py-3 pr-3 pl-4';

function TierCard({ name, words, price }: { name: string; words: string; price: Cents }) {
  return (
    <>
      <span className="min-w-0 flex-1">
        <span dir="auto" className="wrap-anywhere block font-semibold">
          {name}
        </span>
        <span dir="auto" className="wrap-anywhere block text-[0.9375rem] text-soft">
          {words}
        </span>
      </span>
      <Stamp price={price} width={72} />
    </>
  );
}
