import { Link } from 'react-router';
import { chatAndBadge, EARN } from '#shared/messages/prices.ts';
import { PLAN_TERMS } from '#shared/rules/billing/plans.ts';
import { paths } from '#web/paths.ts';
import { TextLink } from '#web/shell/TextLink.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Card } from '#web/ui/Card.tsx';

/* For those who only ask: what answering brings, and what a plan adds. In place of the upgrade banner. */
export function EarnBanner({ isFree }: { isFree: boolean }) {
  return (
    <Card>
      <h2 className="font-serif text-xl leading-snug">Earn with your own answers</h2>
      <p className="mt-1.5 mb-4 text-soft">
        {EARN}
        {isFree && ` ${chatAndBadge(PLAN_TERMS.STARTER.price)}`}
      </p>
      <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
        <Button size="md" variant="quiet" render={<Link to={paths.updateInboundMessageConfig()} />}>
          Set price and commitment
        </Button>
        {isFree && <TextLink to={paths.subscription()}>See the plans</TextLink>}
      </div>
    </Card>
  );
}
