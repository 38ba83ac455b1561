import { BadgeCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { paths } from '../../paths.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { Stamp } from '../../ui/Stamp.tsx';
import type { Creator } from './browse-address.ts';
import { fieldsOf, oddsLine, openingsLine } from './creator-words.ts';

export type CreatorRowProps = {
  creator: Creator;
  /** Under the name; by default the fields. */
  under?: ReactNode;
  /** In place of the odds, for somebody to whom a message has no price. */
  instead?: string | undefined;
  /** The address of the search or list, for the way back. Absent where people are only shown, as on the landing page. */
  from?: string;
};

/* A person of a list, as one link to the profile: a row on a phone, a card with the beginning of the bio where there is room. */
export function CreatorRow({ creator, under, instead, from }: CreatorRowProps) {
  const { fullName, username, about, excerpt } = creator;
  const few = instead ? undefined : openingsLine(creator);
  return (
    <li className="border-rule border-b last:border-b-0 cards:border-b-0">
      <Link
        to={paths.profile(username, from ? 'search' : undefined)}
        state={from ? { search: from } : undefined}
        className="-mx-2 grid grid-cols-[56px_minmax(0,1fr)_auto] items-center gap-x-3 gap-y-0.5 rounded-card px-2 py-3 hover:bg-tint/60 cards:mx-0 cards:h-full cards:grid-cols-[64px_minmax(0,1fr)_auto] cards:grid-rows-[auto_1fr_auto] cards:items-start cards:gap-y-3 cards:border cards:border-rule cards:bg-card cards:p-4 cards:hover:border-edge cards:hover:bg-card"
      >
        <span className="row-span-3 w-14 self-start cards:row-span-1 cards:w-16">
          <Avatar name={fullName} imageUrl={creator.profileImageUrl} size="fluid" />
        </span>
        <span className="min-w-0 cards:self-center">
          <span dir="auto" className="wrap-anywhere line-clamp-2 font-semibold leading-snug">
            {fullName}
            {creator.trusted && (
              // It stays beside the last word, also where the name takes two lines.
              <span className="whitespace-nowrap">
                {'\u00a0'}
                <BadgeCheck
                  aria-label="Verified"
                  className="inline size-4.5 align-[-0.2em] text-earned"
                />
              </span>
            )}
          </span>
          <span
            className={`block text-[0.9375rem] text-soft leading-snug ${under ? 'truncate' : 'line-clamp-2'}`}
          >
            {under ?? fieldsOf(creator)}
          </span>
        </span>
        <span className="[&>svg]:w-15 cards:[&>svg]:w-19">
          {!instead && <Stamp price={creator.paidResponsePrice} />}
        </span>
        {excerpt ? (
          <span
            dir="auto"
            className="col-span-2 col-start-2 line-clamp-2 text-[0.9375rem] leading-snug cards:col-span-3 cards:col-start-1 cards:font-serif cards:text-[1.0625rem]"
          >
            “{excerpt.before}
            <mark>{excerpt.found}</mark>
            {excerpt.after}”
          </span>
        ) : (
          about && (
            <span
              dir="auto"
              className="hidden font-serif text-[1.0625rem] leading-[1.4] cards:col-span-3 cards:line-clamp-2"
            >
              {about}
            </span>
          )
        )}
        <span className="col-span-2 col-start-2 text-[0.875rem] leading-snug cards:col-span-3 cards:col-start-1 cards:row-start-3 cards:border-rule cards:border-t cards:pt-3">
          {instead ?? oddsLine(creator)}
          {few && <span className="block text-held-text">{few}</span>}
        </span>
      </Link>
    </li>
  );
}

/* People as rows, as two columns of cards or as three, by the room that there is. */
export function CreatorGrid({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ul
      aria-label={label}
      className="cards:grid cards:grid-cols-[repeat(auto-fill,minmax(min(100%,21rem),1fr))] cards:gap-6"
    >
      {children}
    </ul>
  );
}
