import { Link } from 'react-router';
import { serverNow } from '#web/api/clock.ts';
import { useEntity } from '#web/api/queries.ts';
import { paths } from '#web/paths.ts';
import { dayWords } from '#web/shell/dates.ts';
import { Button } from '#web/ui/Button.tsx';
import { Card } from '#web/ui/Card.tsx';
import { pricingQueries } from './account-queries.ts';

/* The next step for a user who has paused, or has a commitment of 0: nobody can pay them. */
export function NotTakingMessages() {
  const paused = useEntity(pricingQueries().pricing).data?.paused;
  const until = paused?.until ? ` until ${dayWords(paused.until, serverNow())}` : '';
  return (
    <Card>
      <h2 className="font-serif text-xl leading-snug">You’re not accepting letters{until}</h2>
      <p className="mt-1.5 mb-4 text-soft">
        {paused
          ? 'You have paused, and your profile says so. Letters that are already paid for wait for your answer.'
          : 'Your commitment is 0 a month, so your profile says that you’re not accepting letters. Set a price and how many answers you give each month, and people can write to you.'}
      </p>
      {paused ? (
        <Button block render={<Link to={paths.updateAvailability()} />}>
          Change your pause
        </Button>
      ) : (
        <Button block render={<Link to={paths.updateInboundMessageConfig()} />}>
          Set price and commitment
        </Button>
      )}
    </Card>
  );
}
