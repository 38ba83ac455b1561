import { Link } from 'react-router';
import { useSession } from '../../../../api/session.ts';
import { paths } from '../../../../paths.ts';
import { Stamp } from '../../../../ui/Stamp.tsx';
import { firstName } from '../../../conversations/conversation.ts';
import { tierWords } from '../../../conversations/tier-words.ts';
import { pressContact } from './press-contact.ts';
import type { PublicProfile } from './public-profile.ts';

type Tier = NonNullable<PublicProfile['tiers']>[number];

/* The answers that a person offers, each a way to write to them. docs/product/profiles.md#tiers */
export function Tiers({ profile, own }: { profile: PublicProfile; own: boolean }) {
  const session = useSession();
  const { tiers, active, blocked, fullName } = profile;
  if (!tiers || blocked || (!active && !own)) return null;
  const to = (tier: Tier) =>
    session ? paths.createInbox(profile.id, tier.id) : paths.login(profile.username);
  return (
    <section aria-label={`What ${firstName(fullName)} offers`} className="grid gap-2">
      {tiers.map((tier) =>
        own ? (
          <div key={tier.id} className={CARD}>
            <TierCard tier={tier} />
          </div>
        ) : (
          <Link
            key={tier.id}
            to={to(tier)}
            onClick={() => pressContact(profile.id)}
            data-press={profile.id}
            className={`${CARD} hover:border-ink`}
          >
            <TierCard tier={tier} />
          </Link>
        ),
      )}
    </section>
  );
}

const CARD = 'flex items-center gap-3 rounded-card border border-rule bg-card py-3 pr-3 pl-4';

function TierCard({ tier }: { tier: Tier }) {
  return (
    <>
      <span className="min-w-0 flex-1">
        <span dir="auto" className="wrap-anywhere block font-semibold">
          {tier.name}
        </span>
        <span dir="auto" className="wrap-anywhere block text-[0.9375rem] text-soft">
          {tierWords(tier)}
        </span>
      </span>
      <Stamp price={tier.price} width={72} />
    </>
  );
}
