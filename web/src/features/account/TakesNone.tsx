import { Link } from 'react-router';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';

/* The next step for whoever nobody can pay: a commitment of 0 closes a profile. */
export function TakesNone() {
  return (
    <Card>
      <h2 className="font-serif text-xl leading-snug">You are not taking messages</h2>
      <p className="mt-1.5 mb-4 text-soft">
        Your commitment is 0 a month, so your profile says that you accept no messages. Say what an
        answer costs and how many you give, and people can write to you.
      </p>
      <Button block render={<Link to={paths.updateInboundMessageConfig()} />}>
        Set price and commitment
      </Button>
    </Card>
  );
}
