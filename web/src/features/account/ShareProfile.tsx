import { Card } from '../../ui/Card.tsx';
import { ShareButtons } from './ShareButtons.tsx';
import { spokenUrl } from './share.ts';

/* The next step while nothing has happened yet. */
export function ShareProfile({ username }: { username: string }) {
  return (
    <Card>
      <h2 className="font-serif text-xl leading-snug">Tell people where to write to you</h2>
      <p className="mt-1.5 mb-4 text-soft">
        Put <strong className="break-all font-semibold text-ink">{spokenUrl(username)}</strong>{' '}
        where people already ask you things. Whoever opens it sees your price.
      </p>
      <ShareButtons username={username} />
    </Card>
  );
}
