import { EmptyState } from '../../ui/EmptyState.tsx';
import { filterCount, searchedTextIn } from './browse-address.ts';

export type NobodyListedProps = {
  search: URLSearchParams;
  /** Whether the list is long, and was not read to its end. */
  goesOn: boolean;
};

/* A list of creators without anybody. */
export function NobodyListed({ search, goesOn }: NobodyListedProps) {
  if (goesOn)
    return (
      <EmptyState drawing="search" title="NO ONE SO FAR">
        Few creators fit these filters. We can look further down the list.
      </EmptyState>
    );
  if (searchedTextIn(search) !== undefined)
    return (
      <EmptyState drawing="search" title="NO USERS FOUND">
        {filterCount(search) > 0 || search.get('category')
          ? 'No names, fields or profiles match here. Try all fields, or fewer filters.'
          : 'No names, fields or profiles match. Try a single word, or choose a field.'}
      </EmptyState>
    );
  return (
    <EmptyState drawing="people" title="NO ONE HERE YET">
      {filterCount(search) > 0
        ? 'No creator fits these filters. Try fewer of them.'
        : 'No creator has chosen this field yet.'}
    </EmptyState>
  );
}
