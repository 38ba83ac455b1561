import { Link } from 'react-router';
import type * as z from 'zod/mini';
import type { chatParticipant } from '../../../../../../shared/api/entities.ts';
import { paths } from '../../../../paths.ts';
import { Avatar } from '../../../../ui/Avatar.tsx';
import { Dialog } from '../../../../ui/Dialog.tsx';

export type Person = z.output<typeof chatParticipant>;

export type PeopleProps = {
  people: readonly Person[];
  viewerId: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
};

/* The people in a group, each with a link to their profile. */
export function People({ people, viewerId, open, onOpenChange }: PeopleProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="People in this group">
      <PeopleList people={people} viewerId={viewerId} />
    </Dialog>
  );
}

export type PeopleListProps = { people: readonly Person[]; viewerId?: string; label?: string };

export function PeopleList({ people, viewerId, label = 'People' }: PeopleListProps) {
  return (
    <ul aria-label={label} className="divide-y divide-rule">
      {people.map((person) => (
        <li key={person.id}>
          <Link
            to={paths.profile(person.username)}
            className="flex min-h-15 items-center gap-3 py-1.5"
          >
            <Avatar name={person.fullName} imageUrl={person.profileImageUrl} />
            <span className="min-w-0">
              <span dir="auto" className="block truncate font-semibold">
                {person.fullName}
                {person.id === viewerId && <span className="font-normal text-soft"> (you)</span>}
              </span>
              <span className="block truncate text-[0.875rem] text-soft">@{person.username}</span>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
