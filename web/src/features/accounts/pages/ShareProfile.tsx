import { Card } from '#web/ui/Card.tsx';
import { WebAddress } from '#web/ui/WebAddress.tsx';
import { ShareButtons } from '../../profiles/ShareButtons.tsx';
import { displayAddress, ownProfileLink } from '../../profiles/share.ts';

/* The next step for a user who has received nothing yet. */
export function ShareProfile({ username }: { username: string }) {
  const shared = ownProfileLink(username);
  return (
    <Card>
      <h2 className="font-serif text-xl leading-snug">Tell people where to write to you</h2>
      <p className="mt-1.5 mb-4 text-soft">
        Put{' '}
        <strong className="font-semibold text-ink">
          <WebAddress address={displayAddress(shared)} />
        </strong>{' '}
        where people already ask you things. Whoever opens it sees your price.
      </p>
      <ShareButtons shared={shared} />
    </Card>
  );
}
