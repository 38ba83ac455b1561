import { BadgeCheck, ChevronDown, Share2 } from 'lucide-react';
import { SUPPORT_USERNAME } from '#shared/brand.ts';
import { once } from '#shared/once.ts';
import { IconButton } from '#web/ui/IconButton.tsx';
import type { PublicProfile } from '../../public-profile.ts';
import { canShare, copyLink, profileLink, share } from '../../share.ts';
import { ProfileMenu } from './ProfileMenu.tsx';
import { type TrustFact, trustFacts } from './trust-words.ts';

/** In one time zone for everybody, because the server renders it too. */
const month = once(
  () =>
    new Intl.DateTimeFormat('en-US', {
      month: 'long',
      year: 'numeric',
      timeZone: 'UTC',
    }),
);

/* The badge, which opens what is known of the person without JavaScript, with the buttons that share and report the profile beside it. docs/product/profiles.md#trust-panel */
export function Verification({ profile }: { profile: PublicProfile }) {
  const facts = trustFacts(profile);
  return (
    <div className="relative">
      {facts.length === 0 ? (
        <p className={LINE}>
          <Badge profile={profile} />
        </p>
      ) : (
        <details className="group">
          <summary className={`${LINE} list-none`}>
            <span className="inline-flex items-center gap-1.5">
              <Badge profile={profile} />
              <ChevronDown
                aria-hidden
                className="size-4 shrink-0 text-soft transition-transform group-open:rotate-180"
              />
            </span>
            <Since profile={profile} />
          </summary>
          <dl className="grid gap-3 rounded-card border border-rule bg-card p-4">
            {facts.map((fact) => (
              <Fact key={fact.title} fact={fact} />
            ))}
          </dl>
        </details>
      )}
      <div className="absolute top-0 right-0 flex">
        <ShareProfile profile={profile} />
        <ProfileMenu profile={profile} />
      </div>
    </div>
  );
}

/** Ends before the two buttons. */
const LINE =
  'mr-24 inline-flex min-h-11 flex-wrap content-center items-center gap-x-1.5 text-[0.9375rem] leading-snug';

/** What the badge says. The support account has no plan. */
function Badge({ profile: { badge, username } }: { profile: PublicProfile }) {
  if (username === SUPPORT_USERNAME) return <Seal words="Official account" />;
  if (badge === 'IDENTITY') return <Seal words="Verified" />;
  return (
    <span className="text-soft">
      {badge === 'CARD_NAME' ? 'Card name matches; identity not verified' : 'Unverified'}
    </span>
  );
}

function Seal({ words }: { words: string }) {
  return (
    <span className="inline-flex items-center gap-1.5 font-semibold text-earned-text">
      <BadgeCheck aria-hidden className="size-4.5" />
      {words}
    </span>
  );
}

function Since({ profile: { founder, creationDate } }: { profile: PublicProfile }) {
  const since = month().format(creationDate);
  return (
    <span className="text-[0.875rem] text-soft">
      {founder ? `Founding member, ${since}` : `Member since ${since}`}
    </span>
  );
}

function ShareProfile({ profile: { fullName, username } }: { profile: PublicProfile }) {
  const open = () => {
    const shared = profileLink(fullName, username);
    return canShare() ? share(shared) : copyLink(shared);
  };
  return (
    <IconButton
      label={`Share the profile of ${fullName}`}
      icon={<Share2 aria-hidden size={18} />}
      className="text-soft"
      onClick={open}
    />
  );
}

function Fact({ fact: { title, meaning } }: { fact: TrustFact }) {
  return (
    <div>
      <dt className="wrap-anywhere font-semibold leading-snug">{title}</dt>
      <dd className="text-[0.9375rem] text-soft leading-snug">{meaning}</dd>
    </div>
  );
}
