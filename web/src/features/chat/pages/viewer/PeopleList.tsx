import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type * as z from 'zod/mini';
import type { chatParticipant } from '#shared/api/chat-entities.ts';
import { paths } from '#web/paths.ts';
import { Avatar } from '#web/ui/Avatar.tsx';

export type Person = z.output<typeof chatParticipant>;

export type PeopleListProps = {
  people: readonly Person[];
  viewerId?: string;
  label?: string;
  /** Shown beside a person: their role in the group, or a button. */
  beside?: (person: Person) => ReactNode;
};

/* People of a chat, each with a link to their profile. */
export function PeopleList({ people, viewerId, label = 'People', beside }: PeopleListProps) {
  return (
    <ul aria-label={label} className="divide-y divide-rule">
      {people.map((person) => (
        <li key={person.id} className="flex items-center gap-3">
          <Link
            to={paths.profile(person.username)}
            className="flex min-h-15 min-w-0 flex-1 items-center gap-3 py-1.5"
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
          {beside?.(person)}
        </li>
      ))}
    </ul>
  );
}
