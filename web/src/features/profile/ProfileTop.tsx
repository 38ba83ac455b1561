import { BadgeCheck } from 'lucide-react';
import { Avatar } from '../../ui/Avatar.tsx';
import type { PublicProfile } from './Profile.tsx';

const month = new Intl.DateTimeFormat('en-US', { month: 'short', year: 'numeric' });

/* Who it is, at a glance. */
export function ProfileTop({ profile }: { profile: PublicProfile }) {
  return (
    <div className="flex flex-wrap items-center gap-4">
      <Avatar name={profile.fullName} imageUrl={profile.profileImageUrl} size="xl" />
      <div className="min-w-0 flex-1 basis-32">
        <h1 className="wrap-anywhere font-medium font-serif text-[1.75rem] leading-tight">
          {profile.fullName}
        </h1>
        <p className="truncate text-soft">@{profile.username}</p>
        <p className="mt-1 flex flex-wrap items-center gap-x-1.5 text-[0.875rem] text-soft">
          <Badge trusted={profile.trusted} />
          <span aria-hidden>·</span>
          <span>
            {profile.founder
              ? 'Founding member'
              : `Member since ${month.format(profile.creationDate)}`}
          </span>
        </p>
      </div>
    </div>
  );
}

function Badge({ trusted }: { trusted: boolean }) {
  if (!trusted) return <span>Unverified</span>;
  return (
    <span className="inline-flex items-center gap-1 font-semibold text-earned-text">
      <BadgeCheck aria-hidden className="size-4" />
      Verified
    </span>
  );
}
