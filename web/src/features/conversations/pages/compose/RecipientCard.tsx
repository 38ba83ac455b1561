import { Avatar } from '#web/ui/Avatar.tsx';
import { Stamp } from '#web/ui/Stamp.tsx';
import type { Profile } from '../../recipient.ts';

/* The recipient and the price of an answer, where nothing can be written to them now. */
export function RecipientCard({ profile }: { profile: Profile }) {
  return (
    <div className="flex flex-wrap items-center gap-3.5 rounded-card border border-rule bg-card py-3 pr-3 pl-4">
      <Avatar name={profile.fullName} imageUrl={profile.profileImageUrl} size="lg" />
      <div className="min-w-0 flex-1 basis-[5em]">
        <p dir="auto" className="font-semibold leading-snug">
          {profile.fullName}
        </p>
        <p className="truncate text-soft">@{profile.username}</p>
      </div>
      <Stamp price={profile.paidResponsePrice} width={80} />
    </div>
  );
}
