import { PageHeading } from '#web/shell/Page.tsx';
import { Avatar } from '#web/ui/Avatar.tsx';
import { fieldOf } from '../../field-of.ts';
import type { PublicProfile } from '../../public-profile.ts';

/* The person's portrait, name, field and username. */
export function ProfileTop({ profile }: { profile: PublicProfile }) {
  const field = fieldOf(profile);
  const isLong = profile.fullName.length > 24;
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-3 wide:gap-x-7">
      <div className="[&>*]:size-24 wide:[&>*]:size-36">
        <Avatar name={profile.fullName} imageUrl={profile.profileImageUrl} size="xl" />
      </div>
      <div className="min-w-0 flex-1 basis-[9rem]">
        <PageHeading
          className={`font-medium font-serif leading-[1.12] ${isLong ? 'text-2xl wide:text-[2.25rem]' : 'text-[1.875rem] wide:text-[2.875rem]'}`}
        >
          {profile.fullName}
        </PageHeading>
        {field && (
          <p className="wrap-anywhere mt-0.5 font-serif text-[1.25rem] leading-[1.3] wide:mt-1.5 wide:text-[1.625rem]">
            {field}
          </p>
        )}
        <p className="wrap-anywhere mt-0.5 text-[0.875rem] text-soft">@{profile.username}</p>
      </div>
    </div>
  );
}
