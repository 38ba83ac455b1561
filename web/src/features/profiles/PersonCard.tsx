import { monthName, onDevice } from '#shared/dates.ts';
import type { Instant } from '#shared/time.ts';
import { Avatar } from '../../ui/Avatar.tsx';

export type PersonCardProps = {
  name: string;
  username: string;
  imageUrl: string | null;
  /** When they joined. */
  memberSince?: Instant | undefined;
};

/* A person with name, username and avatar. */
export function PersonCard({ name, username, imageUrl, memberSince }: PersonCardProps) {
  return (
    <div className="flex flex-wrap items-center gap-3.5 rounded-card border border-rule bg-card px-4 py-3">
      <Avatar name={name} imageUrl={imageUrl} size="lg" />
      <div className="min-w-0 flex-1 basis-[8rem]">
        <p className="truncate font-semibold">@{username}</p>
        <p dir="auto" className="truncate">
          {name}
        </p>
        {memberSince !== undefined && (
          <p className="text-[0.875rem] text-soft">
            Member Since {monthName(onDevice(memberSince))}
          </p>
        )}
      </div>
    </div>
  );
}
