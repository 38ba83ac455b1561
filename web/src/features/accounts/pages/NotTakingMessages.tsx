import { Link } from 'react-router';
import { paths } from '../../../paths.ts';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';

/* The next step for a user with a commitment of 0, whom nobody can pay. */
export function NotTakingMessages() {
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
