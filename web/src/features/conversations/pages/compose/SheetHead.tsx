import type { Cents } from '#shared/money.ts';
import type { Instant } from '#shared/time.ts';
import { useNow } from '#web/api/use-now.ts';
import { fieldOf } from '#web/features/profiles/field-of.ts';
import { dayWords } from '#web/shell/dates.ts';
import { Avatar } from '#web/ui/Avatar.tsx';
import { Stamp } from '#web/ui/Stamp.tsx';
import type { Profile } from '../../recipient.ts';

export type SheetHeadProps = {
  profile: Profile;
  price: Cents;
  /** When this person answered the sender's letter before. */
  answered?: Instant | undefined;
};

/* The head of a letter that is being written: to whom it is, and the price of an answer. */
export function SheetHead({ profile, price, answered }: SheetHeadProps) {
  const now = useNow();
  const { fullName, profileImageUrl } = profile;
  const under =
    answered === undefined ? fieldOf(profile) : `Answered you on ${dayWords(answered, now)}`;
  return (
    <div className="flex items-center gap-3 px-4 py-3.5">
      <Avatar name={fullName} imageUrl={profileImageUrl} />
      <div className="min-w-0 flex-1">
        <p className="wrap-anywhere font-semibold leading-snug">
          To <bdi>{fullName}</bdi>
        </p>
        {under && <p className="text-[0.875rem] text-soft">{under}</p>}
        {price === profile.yourPrice && <p className="text-[0.9375rem] text-soft">Your price</p>}
      </div>
      {/* On a wide screen it is on the envelope beside the sheet. */}
      <div className="wide:hidden">
        <Stamp price={price} width={64} />
      </div>
    </div>
  );
}
