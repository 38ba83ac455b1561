import type { Cents } from '#shared/money.ts';
import { fieldOf } from '#web/features/profiles/field-of.ts';
import { Avatar } from '#web/ui/Avatar.tsx';
import { Stamp } from '#web/ui/Stamp.tsx';
import type { Profile } from '../../recipient.ts';

/* The head of a letter that is being written: to whom it is, and the price of an answer. */
export function SheetHead({ profile, price }: { profile: Profile; price: Cents }) {
  const { fullName, profileImageUrl } = profile;
  const field = fieldOf(profile);
  return (
    <div className="flex items-center gap-3 px-4 py-3.5">
      <Avatar name={fullName} imageUrl={profileImageUrl} />
      <div className="min-w-0 flex-1">
        <p className="wrap-anywhere font-semibold leading-snug">
          To <bdi>{fullName}</bdi>
        </p>
        {field && <p className="text-[0.9375rem] text-soft">{field}</p>}
        {price === profile.yourPrice && <p className="text-[0.9375rem] text-soft">Your price</p>}
      </div>
      <Stamp price={price} width={64} />
    </div>
  );
}
