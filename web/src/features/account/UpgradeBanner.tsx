import { Link } from 'react-router-dom';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/Button.tsx';

/* For whoever is on the free plan: what a plan changes. Spec part 1, section 2. */
export function UpgradeBanner() {
  return (
    <section
      aria-labelledby="upgrade"
      className="flex flex-wrap items-center gap-x-5 gap-y-4 rounded-card bg-tint p-5"
    >
      <div className="min-w-0 flex-1 basis-60">
        <h2 id="upgrade" className="font-serif text-xl leading-snug">
          Keep more of every answer
        </h2>
        <p className="mt-1 text-soft">
          From $1.99 a month the fee is 5% and $0.40 instead of 10% and $0.50, and your profile can
          carry the Verified Account badge.
        </p>
      </div>
      <Button
        size="md"
        variant="quiet"
        className="flex-1 basis-36 wide:flex-none"
        render={<Link to={paths.subscription()} />}
      >
        See the plans
      </Button>
    </section>
  );
}
