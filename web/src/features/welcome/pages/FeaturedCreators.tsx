import { skipToken, useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { paths } from '../../../paths.ts';
import { FEATURED_KEY, type Featured } from '../../../server/featured-creators.ts';
import { Avatar } from '../../../ui/Avatar.tsx';
import { Stamp } from '../../../ui/Stamp.tsx';

/* A few creators, if the server rendered the page with any. docs/product/discovery.md#the-landing-page */
export function FeaturedCreators() {
  const { data } = useQuery<Featured>({ queryKey: FEATURED_KEY, queryFn: skipToken });
  if (!data || data.data.length === 0) return null;
  return (
    <section aria-labelledby="creators">
      <h2 id="creators" className="font-medium font-serif text-2xl">
        Who answers here
      </h2>
      <ul className="mt-3 grid gap-x-14 divide-y divide-rule wide:grid-cols-2 wide:divide-y-0">
        {data.data.map((creator) => (
          <li key={creator.id}>
            <Link to={paths.profile(creator.username)} className="flex items-center gap-3.5 py-4">
              <Avatar name={creator.fullName} imageUrl={creator.profileImageUrl} size="lg" />
              <span className="min-w-0 flex-1">
                <span dir="auto" className="wrap-anywhere line-clamp-2 font-semibold leading-snug">
                  {creator.fullName}
                </span>
                <span className="block text-[0.875rem] text-soft leading-snug">
                  {creator.subCategoryNames[0] ?? creator.categoryName}
                </span>
              </span>
              <Stamp price={creator.paidResponsePrice} width={72} />
            </Link>
          </li>
        ))}
      </ul>
      <Link
        to={paths.browse()}
        className="inline-flex min-h-11 items-center text-back underline underline-offset-4"
      >
        Browse all creators
      </Link>
    </section>
  );
}
