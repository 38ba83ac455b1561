import { Stamp } from '#web/ui/Stamp.tsx';
import { fieldOf } from '../../field-of.ts';
import type { PublicProfile } from '../../public-profile.ts';

/* The envelope of a letter to this person, with its stamp: what the button beside it sends. */
export function Envelope({ profile, own }: { profile: PublicProfile; own: boolean }) {
  return (
    <div className="letter relative mb-6 flex min-h-50 flex-col justify-between p-6">
      <p className="text-[0.9375rem] text-soft">{own ? 'From a sender' : 'From you'}</p>
      <div className="absolute top-5 right-5">
        <Stamp price={profile.paidResponsePrice} width={132} tilted />
      </div>
      <div>
        <p className="text-[0.9375rem] text-soft">To</p>
        <p
          dir="auto"
          className="wrap-anywhere line-clamp-2 font-serif text-[1.75rem] leading-tight"
        >
          {profile.fullName}
        </p>
        <p className="text-[0.9375rem] text-soft">{fieldOf(profile)}</p>
      </div>
    </div>
  );
}
