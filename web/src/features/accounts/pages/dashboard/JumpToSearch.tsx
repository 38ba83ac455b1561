import { useState } from 'react';
import { useNavigate } from 'react-router';
import { isSearchedAsTyped, searchedText } from '#shared/rules/search/search.ts';
import { paths } from '#web/paths.ts';
import { SearchInput } from '#web/ui/SearchInput.tsx';

/* The search of Home, which opens the search of users as soon as there is something to find. */
export function JumpToSearch() {
  const navigate = useNavigate();
  const [text, setText] = useState('');
  const type = (typed: string, caret: number) => {
    setText(typed);
    if (isSearchedAsTyped(searchedText(typed)))
      navigate(paths.userSearch(typed), { state: { caret } });
  };
  return (
    <SearchInput
      label="Find someone by name"
      placeholder="Find someone"
      value={text}
      onValueChange={type}
    />
  );
}
