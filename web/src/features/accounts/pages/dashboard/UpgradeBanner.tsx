import { Link } from 'react-router';
import { offer } from '#shared/messages/plans.ts';
import { PLAN_TERMS } from '#shared/rules/billing/plans.ts';
import { isCheaper } from '#shared/rules/conversations/fees.ts';
import { feeWords } from '#web/features/billing/pricing/plan-words.tsx';
import { paths } from '#web/paths.ts';
import { STAGE } from '#web/stage.ts';
import { Button } from '#web/ui/Button.tsx';

const { fees } = STAGE;

/* Tells users on the free plan what a paid plan changes. docs/product/accounts.md#dashboard */
export function UpgradeBanner() {
  const cheaper = isCheaper('STARTER', 'FREE', fees);
  return (
    <section
      aria-labelledby="upgrade"
      className="flex flex-wrap items-center gap-x-5 gap-y-4 rounded-card bg-tint p-5"
    >
      <div className="min-w-0 flex-1 basis-[15rem]">
        <h2 id="upgrade" className="font-serif text-xl leading-snug">
          {cheaper ? 'Keep more of every answer' : 'Chat, and be verified'}
        </h2>
        <p className="mt-1 text-soft">
          {offer(
            PLAN_TERMS.STARTER.price,
            cheaper
              ? { fee: feeWords('STARTER', fees), before: feeWords('FREE', fees) ?? '' }
              : undefined,
          )}
        </p>
      </div>
      <Button
        size="md"
        variant="quiet"
        className="flex-1 basis-[9rem] wide:flex-none"
        render={<Link to={paths.subscription()} />}
      >
        See the plans
      </Button>
    </section>
  );
}
