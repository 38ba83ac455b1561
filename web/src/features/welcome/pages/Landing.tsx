import { Link } from 'react-router';
import { PRODUCT_NAME, TAGLINE } from '../../../../../shared/brand.ts';
import { ANSWER_OR_MONEY } from '../../../../../shared/messages/payments.ts';
import { useSession } from '../../../api/session.ts';
import { paths } from '../../../paths.ts';
import { Page } from '../../../shell/Page.tsx';
import { Button } from '../../../ui/Button.tsx';
import { AnsweredLetter } from './AnsweredLetter.tsx';
import { FeaturedCreators } from './FeaturedCreators.tsx';
import { HowItWorks } from './HowItWorks.tsx';
import { Imprint } from './Imprint.tsx';
import { Plans } from './Plans.tsx';
import { Questions } from './Questions.tsx';

/* The landing page: what the product is, how the money works, and how to start. */
export function Component() {
  const session = useSession();
  return (
    <Page
      title={PRODUCT_NAME}
      documentTitle={TAGLINE}
      header="brand"
      heading="hidden"
      wide
      footer={<Imprint />}
    >
      <div className="wide:grid wide:grid-cols-2 wide:items-center wide:gap-14 wide:pt-10">
        <div>
          <h1 className="pt-2 font-medium font-serif text-[2.375rem] leading-[1.08] wide:text-[3.25rem]">
            Pay for an answer. No answer? You get your money back.
          </h1>
          <p className="mt-3.5 max-w-[44ch] text-lg text-soft">
            Write to someone who knows, at their own price. They have 10 days to give you a real
            answer. {ANSWER_OR_MONEY}
          </p>
          <div className="mt-5 flex flex-wrap gap-2.5">
            {session ? (
              <Button className="flex-1 wide:flex-none" render={<Link to={paths.dashboard()} />}>
                Go to dashboard
              </Button>
            ) : (
              <Button className="flex-1 wide:flex-none" render={<Link to={paths.register()} />}>
                Register
              </Button>
            )}
          </div>
        </div>
        <AnsweredLetter />
      </div>
      <div className="mt-8 grid gap-12 border-rule border-t pt-7 wide:mt-14 wide:gap-16 wide:pt-10">
        <FeaturedCreators />
        <HowItWorks
          action={
            session ? (
              <Button variant="quiet" render={<Link to={paths.inboundMessageConfig()} />}>
                See your price
              </Button>
            ) : (
              <Button variant="quiet" render={<Link to={paths.register()} />}>
                Name your price
              </Button>
            )
          }
        />
        <Plans />
        <Questions />
      </div>
    </Page>
  );
}
