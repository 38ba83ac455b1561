import { Copy, Share2 } from 'lucide-react';
import { Button } from '../../ui/Button.tsx';
import { canShare, copyProfile, shareProfile } from './share.ts';

/* The phone's share sheet where there is one, and the clipboard. */
export function ShareButtons({ username }: { username: string }) {
  return (
    <div className="grid gap-2">
      {canShare() && (
        <Button
          block
          icon={<Share2 aria-hidden size={20} />}
          onClick={() => shareProfile(username)}
        >
          Share
        </Button>
      )}
      <Button
        block
        variant={canShare() ? 'quiet' : 'primary'}
        icon={<Copy aria-hidden size={20} />}
        onClick={() => copyProfile(username)}
      >
        Copy Link
      </Button>
    </div>
  );
}
