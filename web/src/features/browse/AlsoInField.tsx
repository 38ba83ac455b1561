import { useInfiniteQuery } from '@tanstack/react-query';
import { browseCreators } from '#shared/api/browse.ts';
import { pagedQuery } from '../../api/queries.ts';
import type { Creator } from './browse-address.ts';
import { CreatorGrid, CreatorRow } from './CreatorRow.tsx';

/** The number of hits up to which others of the field are shown. */
const FEW_HITS = 3;
/** The number of others. */
const OTHERS = 3;

export type AlsoInFieldProps = {
  people: readonly Creator[];
  search: URLSearchParams;
  /** The address of the search, to return to. */
  from: string;
};

/* Others of the field of the first person who was found, if few were found. */
export function AlsoInField({ people, search, from }: AlsoInFieldProps) {
  const [first] = people;
  const isShown = people.length > 0 && people.length <= FEW_HITS && !search.get('category');
  const categoryId = isShown ? first?.categoryId : null;
  const others = useInfiniteQuery({
    ...pagedQuery(browseCreators, {
      categoryId: categoryId ?? '',
      limit: FEW_HITS + OTHERS,
    }),
    enabled: Boolean(categoryId),
  });
  const found = new Set(people.map(({ id }) => id));
  const shown = (others.data?.pages[0]?.data ?? [])
    .filter(({ id }) => !found.has(id))
    .slice(0, OTHERS);
  if (!categoryId || shown.length === 0) return null;
  return (
    <div className="pt-8">
      <h2 className="pb-2 font-serif text-xl">Also in {first?.categoryName}</h2>
      <CreatorGrid label={`Also in ${first?.categoryName}`}>
        {shown.map((creator) => (
          <CreatorRow key={creator.id} creator={creator} from={from} />
        ))}
      </CreatorGrid>
    </div>
  );
}
