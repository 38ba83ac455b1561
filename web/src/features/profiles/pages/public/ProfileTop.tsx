import { BadgeCheck, Share2 } from 'lucide-react';
import { SUPPORT_USERNAME } from '../../../../../../shared/brand.ts';
import { inUtc, monthName } from '../../../../../../shared/dates.ts';
import type { Instant } from '../../../../../../shared/time.ts';
import { PageHeading } from '../../../../shell/Page.tsx';
import { Avatar } from '../../../../ui/Avatar.tsx';
import { IconButton } from '../../../../ui/IconButton.tsx';
import { canShare, copyLink, profileLink, share } from '../../share.ts';
import { ProfileMenu } from './ProfileMenu.tsx';
import type { PublicProfile } from './public-profile.ts';

/** In one time zone for everybody, because the server renders it too. */
const month = (at: Instant) => monthName(inUtc(at));

/* The person's avatar, name, username and badge. */
export function ProfileTop({ profile }: { profile: PublicProfile }) {
  const ours = profile.username === SUPPORT_USERNAME;
  return (
    <div className="flex flex-wrap items-center gap-4">
      <Avatar name={profile.fullName} imageUrl={profile.profileImageUrl} size="xl" />
      <div className="min-w-0 flex-1 basis-[8rem]">
        <PageHeading
          className={`font-medium font-serif leading-tight ${profile.fullName.length > 24 ? 'text-2xl' : 'text-[1.75rem]'}`}
        >
          {profile.fullName}
        </PageHeading>
        <div className="flex items-center gap-0.5">
          <p className="wrap-anywhere min-w-0 text-soft">@{profile.username}</p>
          <ShareProfile profile={profile} />
          <ProfileMenu profile={profile} />
        </div>
        <p className="text-[0.875rem] text-soft">
          <Badge badge={profile.badge} ours={ours} />
        </p>
        {!ours && (
          <p className="text-[0.875rem] text-soft">
            {profile.founder
              ? `Founding member, ${month(profile.creationDate)}`
              : `Member since ${month(profile.creationDate)}`}
          </p>
        )}
      </div>
    </div>
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

/** The badge or a note beside the name. `ours`: whether this is the support account, which has no plan. */
function Badge({ badge, ours }: { badge: PublicProfile['badge']; ours: boolean }) {
  if (ours) return <Seal words="Official account" />;
  if (badge === 'CARD_NAME') return <span>Card name matches; identity not verified</span>;
  if (badge === 'NONE') return <span>Unverified</span>;
  return (
    <>
      <Seal words="Verified" />
      <span> · Stripe checked that this is their name</span>
    </>
  );
}

function Seal({ words }: { words: string }) {
  return (
    <span className="inline-flex items-center gap-1 align-bottom font-semibold text-earned-text">
      <BadgeCheck aria-hidden className="size-4" />
      {words}
    </span>
  );
}
