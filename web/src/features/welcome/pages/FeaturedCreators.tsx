import { skipToken, useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { paths } from '#web/paths.ts';
import { FEATURED_KEY, type Featured } from '#web/server/featured-creators.ts';
import { Button } from '#web/ui/Button.tsx';
import { CreatorGrid, CreatorRow } from '../../browse/CreatorRow.tsx';

/* A few creators, if the server rendered the page with any. docs/product/discovery.md#the-landing-page */
export function FeaturedCreators() {
  const { data } = useQuery<Featured>({ queryKey: FEATURED_KEY, queryFn: skipToken });
  if (!data || data.data.length === 0) return null;
  return (
    <section aria-labelledby="creators">
      <h2
        id="creators"
        className="mb-2 font-medium font-serif text-2xl wide:mb-4 wide:text-[1.75rem]"
      >
        Who answers here
      </h2>
      <CreatorGrid label="Creators">
        {data.data.map((creator) => (
          <CreatorRow key={creator.id} creator={creator} />
        ))}
      </CreatorGrid>
      <div className="mt-5 grid wide:flex">
        <Button variant="quiet" render={<Link to={paths.browse()} />}>
          See everyone
        </Button>
      </div>
    </section>
  );
}
