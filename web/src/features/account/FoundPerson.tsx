import { BadgeCheck } from 'lucide-react';
import { Link } from 'react-router-dom';
import type { viewUserProfile } from '../../../../shared/api/account.ts';
import type { Output } from '../../../../shared/api/operation.ts';
import { useSession } from '../../api/session.ts';
import { rememberFromSearch } from '../../conversation/compose-draft.ts';
import { paths } from '../../paths.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { Button } from '../../ui/Button.tsx';

type PublicProfile = Output<typeof viewUserProfile>['data'][number];

/* A search result: who it is, the price to write to them, the way to their profile. */
export function FoundPerson({ profile, from }: { profile: PublicProfile; from: string }) {
  const own = useSession()?.userId === profile.id;
  const state = { search: from };
  return (
    <li className="grid gap-3 py-4">
      <div className="flex items-center gap-3.5">
        <Avatar name={profile.fullName} imageUrl={profile.profileImageUrl} size="lg" />
        <div className="min-w-0 flex-1">
          <p className="flex items-center gap-1.5 font-semibold">
            <span className="truncate">{profile.fullName}</span>
            {profile.trusted && (
              <BadgeCheck aria-label="Verified" className="size-4 shrink-0 text-earned" />
            )}
          </p>
          <p className="truncate text-soft">@{profile.username}</p>
        </div>
      </div>
      <div className="flex flex-wrap gap-2">
        {profile.active && !own && (
          <Button
            size="md"
            className="flex-1"
            onClick={() => rememberFromSearch(true)}
            render={<Link to={paths.createInbox(profile.id)} state={state} />}
          >
            <span>
              Ask for {profile.paidResponsePriceFormatted}
              <span className="sr-only">: {profile.fullName}</span>
            </span>
          </Button>
        )}
        <Button
          size="md"
          variant="quiet"
          className="flex-1"
          render={<Link to={paths.profile(profile.username)} state={state} />}
        >
          <span>
            {own ? 'Your profile' : 'Profile'}
            <span className="sr-only"> of {profile.fullName}</span>
          </span>
        </Button>
      </div>
    </li>
  );
}
