import { type Ref, useState } from 'react';
import type { PagedQuery } from '#web/shell/PagedList.tsx';
import { Avatar } from '#web/ui/Avatar.tsx';
import { CheckCard } from '#web/ui/CheckCard.tsx';
import { LoadMore } from '#web/ui/LoadMore.tsx';
import { SearchInput } from '#web/ui/SearchInput.tsx';
import { chosenWords, isFull, type Member, membersFound, toggled } from './members.ts';

/** Up to this many contacts there is no search box. */
const WITHOUT_SEARCH = 8;

export type MemberChoiceProps = {
  /** The number of contacts, including those not loaded yet. */
  total: number;
  /** How many can be chosen. */
  room: number;
  chosen: readonly string[];
  onChoose: (chosen: string[]) => void;
  /** Gets the focus if nobody was chosen. */
  place: Ref<HTMLDivElement>;
  list: PagedQuery<Member>;
  /** Called when the search is used, which needs all contacts. */
  onSearch: () => void;
};

/* Contacts with a checkbox each, a search box if there are many, and the number of chosen ones. */
export function MemberChoice(props: MemberChoiceProps) {
  const { total, room, chosen, list, onChoose } = props;
  const [text, setText] = useState('');
  const shown = membersFound(list.data?.pages.flatMap((page) => page.data) ?? [], text);
  const full = isFull(chosen, room);
  const search = (typed: string) => {
    setText(typed);
    if (typed.trim() !== '') props.onSearch();
  };
  return (
    <div ref={props.place} tabIndex={-1} data-quiet-focus className="grid gap-2">
      {total > WITHOUT_SEARCH && (
        <SearchInput
          id="member-search"
          label="Find a contact"
          placeholder="Find a contact"
          value={text}
          onValueChange={search}
          maxLength={100}
        />
      )}
      <p role="status" className="text-[0.875rem] text-soft">
        {chosenWords(chosen, room)}
      </p>
      <ul aria-label="Contacts" className="divide-y divide-rule">
        {shown.map((member) => {
          const checked = chosen.includes(member.userContactId);
          return (
            <li key={member.userContactId}>
              <CheckCard
                checked={checked}
                disabled={full && !checked}
                onCheckedChange={() => onChoose(toggled(chosen, member.userContactId, room))}
                before={<Avatar name={member.fullName} imageUrl={member.profileImageUrl} />}
                label={
                  <span dir="auto" className="wrap-anywhere">
                    {member.fullName}
                  </span>
                }
                hint={<span className="wrap-anywhere">@{member.username}</span>}
              />
            </li>
          );
        })}
      </ul>
      {shown.length === 0 && !list.hasNextPage && (
        <p className="py-2 text-soft">None of your contacts has this in their name.</p>
      )}
      {list.hasNextPage && (
        <LoadMore
          words="Load more contacts"
          busy={list.isFetchingNextPage}
          onLoad={() => list.fetchNextPage()}
        />
      )}
    </div>
  );
}
