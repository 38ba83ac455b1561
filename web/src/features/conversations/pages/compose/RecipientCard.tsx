import type { Cents } from '../../../../../../shared/money.ts';
import { Avatar } from '../../../../ui/Avatar.tsx';
import { Stamp } from '../../../../ui/Stamp.tsx';
import type { Profile } from '../../recipient.ts';

/* The recipient and the price of an answer. */
export function RecipientCard({ profile, price }: { profile: Profile; price?: Cents }) {
  return (
    <div className="flex flex-wrap items-center gap-3.5 rounded-card border border-rule bg-card py-3 pr-3 pl-4">
      <Avatar name={profile.fullName} imageUrl={profile.profileImageUrl} size="lg" />
      <div className="min-w-0 flex-1 basis-[5em]">
        <p dir="auto" className="font-semibold leading-snug">
          {profile.fullName}
        </p>
        <p className="truncate text-soft">@{profile.username}</p>
        {price !== undefined && price === profile.yourPrice && (
          <p className="text-soft">Your price</p>
        )}
      </div>
      <Stamp price={price ?? profile.paidResponsePrice} width={80} />
    </div>
  );
}
