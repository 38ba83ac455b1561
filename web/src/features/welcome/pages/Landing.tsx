import { Link } from 'react-router';
import { PRODUCT_NAME, TAGLINE } from '#shared/brand.ts';
import { PAY_ONLY_FOR_ANSWERS, THEIR_PRICE } from '#shared/messages/promises.ts';
import { useSession } from '#web/api/session.ts';
import { paths } from '#web/paths.ts';
import { Page } from '#web/shell/Page.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Answering } from './Answering.tsx';
import { ExampleLetters } from './ExampleLetters.tsx';
import { FeaturedCreators } from './FeaturedCreators.tsx';
import { Imprint } from './Imprint.tsx';
import { MoneySteps } from './MoneySteps.tsx';
import { Questions } from './Questions.tsx';

/* The landing page: what the product is, an example, how the money is safe, who answers, and the two ways to start. */
export function Component() {
  const session = useSession();
  return (
    <Page
      title={PRODUCT_NAME}
      documentTitle={TAGLINE}
      header="brand"
      heading="hidden"
      width="broad"
      footer={<Imprint />}
    >
      <div className="wide:grid wide:grid-cols-2 wide:gap-20">
        <div className="wide:pt-10">
          <h1 className="pt-2 font-medium font-serif text-[2.375rem] leading-[1.1] wide:text-[3.5rem] wide:leading-[1.06]">
            {PAY_ONLY_FOR_ANSWERS}
          </h1>
          <p className="mt-3.5 max-w-[44ch] text-lg text-soft wide:mt-6 wide:text-xl">
            {THEIR_PRICE}
          </p>
          <div className="mt-5 grid gap-2 wide:mt-8 wide:flex wide:flex-wrap wide:gap-3">
            <Button
              className="wide:px-7"
              render={<Link to={session ? paths.userSearch() : paths.browse()} />}
            >
              Find someone to ask
            </Button>
            <Button
              variant="quiet"
              className="wide:px-7"
              render={<Link to={session ? paths.dashboard() : paths.register()} />}
            >
              {session ? 'Go to dashboard' : 'Answer and earn'}
            </Button>
          </div>
        </div>
        <ExampleLetters />
      </div>
      <div className="mt-9 grid gap-12 wide:mt-8 wide:gap-14">
        <MoneySteps />
        <FeaturedCreators />
        <Answering isMember={session !== undefined} />
        <Questions />
      </div>
    </Page>
  );
}
