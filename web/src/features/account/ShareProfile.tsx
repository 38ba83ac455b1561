import { ShareButtons } from '../../sharing/ShareButtons.tsx';
import { ownProfile, spoken } from '../../sharing/share.ts';
import { Card } from '../../ui/Card.tsx';
import { WebAddress } from '../../ui/WebAddress.tsx';

/* The next step while nothing has happened yet. */
export function ShareProfile({ username }: { username: string }) {
  const shared = ownProfile(username);
  return (
    <Card>
      <h2 className="font-serif text-xl leading-snug">Tell people where to write to you</h2>
      <p className="mt-1.5 mb-4 text-soft">
        Put{' '}
        <strong className="font-semibold text-ink">
          <WebAddress address={spoken(shared)} />
        </strong>{' '}
        where people already ask you things. Whoever opens it sees your price.
      </p>
      <ShareButtons shared={shared} />
    </Card>
  );
}
