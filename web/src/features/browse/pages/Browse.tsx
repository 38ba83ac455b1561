import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import {
  CATEGORIES,
  categoryOf,
  subCategoriesOf,
} from '../../../../../shared/rules/profiles/categories.ts';
import { publicQueryLoader } from '../../../api/screen-loader.ts';
import { paths } from '../../../paths.ts';
import { Page } from '../../../shell/Page.tsx';
import { PagedList } from '../../../shell/PagedList.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { browseQueries, creatorsQuery, filterCount, withParts } from './browse-address.ts';
import { CreatorRow } from './CreatorRow.tsx';
import { Filters } from './Filters.tsx';

export const loader = publicQueryLoader(browseQueries);

/** How creators are ranked: listingsOf in shared/rules/search/browsing.ts. */
const RANKING =
  'Sorted by how many letters creators answer, then by speed. New creators come last.';

/* Creators by category, with filters, for everybody. docs/product/discovery.md */
export function Component() {
  const [search] = useSearchParams();
  const category = categoryOf(search.get('category'));
  const title = category?.name ?? 'Browse creators';
  return (
    <Page title={title} header="brand">
      <nav aria-label="Categories" className="pb-2">
        {category ? (
          <Choices
            label="Sub-categories"
            choices={[
              { name: 'All categories', to: paths.browse(withParts(search, { category: '' })) },
              ...subCategoriesOf(category.id).map(({ id, name }) => ({
                name,
                to: paths.browse(withParts(search, { sub: id === search.get('sub') ? '' : id })),
                chosen: id === search.get('sub'),
              })),
            ]}
          />
        ) : (
          <Choices
            label="Categories"
            choices={CATEGORIES.map(({ id, name }) => ({
              name,
              to: paths.browse(withParts(search, { category: id })),
            }))}
          />
        )}
      </nav>
      <Filters search={search} />
      <p className="pb-1 text-[0.875rem] text-soft">{RANKING}</p>
      <Creators search={search} />
    </Page>
  );
}

type Choice = { name: string; to: string; chosen?: boolean };

function Choices({ label, choices }: { label: string; choices: readonly Choice[] }) {
  return (
    <ul aria-label={label} className="flex flex-wrap gap-x-2">
      {choices.map(({ name, to, chosen }) => (
        <li key={name}>
          <Link
            to={to}
            preventScrollReset
            aria-current={chosen ? 'true' : undefined}
            className={`inline-flex min-h-11 items-center text-[0.9375rem] ${
              chosen
                ? 'rounded-card bg-tint px-2 font-semibold'
                : 'px-2 text-back underline underline-offset-4'
            }`}
          >
            {name}
          </Link>
        </li>
      ))}
    </ul>
  );
}

function Creators({ search }: { search: URLSearchParams }) {
  const list = useInfiniteQuery(creatorsQuery(search));
  return (
    <section aria-label="Creators" aria-busy={list.isPending}>
      <PagedList
        label="Creators"
        list={list}
        failed="We couldn’t load the creators."
        empty={<Nobody search={search} goesOn={list.hasNextPage} />}
        older="Show more"
        keyOf={({ id }) => id}
      >
        {(creator) => <CreatorRow creator={creator} />}
      </PagedList>
    </section>
  );
}

/* `goesOn`: the list is long, and was not read to its end. */
function Nobody({ search, goesOn }: { search: URLSearchParams; goesOn: boolean }) {
  if (goesOn)
    return (
      <EmptyState drawing="search" title="NO ONE SO FAR">
        Few creators fit these filters. We can look further down the list.
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
