import { Copy, QrCode as QrIcon, Share2 } from 'lucide-react';
import { Button } from '../../ui/Button.tsx';
import { canShare, copyLink, type Shared, saveQrCode, share } from './share.ts';

export type ShareButtonsProps = {
  shared: Shared;
  /** The file name of the QR code; undefined: no QR code. */
  qrName?: string;
};

/* Buttons to share a link: the device's share sheet if there is one, the clipboard, and a QR code. */
export function ShareButtons({ shared, qrName }: ShareButtonsProps) {
  return (
    <div className="grid gap-2">
      {canShare() && (
        <Button block icon={<Share2 aria-hidden size={20} />} onClick={() => share(shared)}>
          Share
        </Button>
      )}
      <Button
        block
        variant={canShare() ? 'quiet' : 'primary'}
        icon={<Copy aria-hidden size={20} />}
        onClick={() => copyLink(shared)}
      >
        Copy link
      </Button>
      {qrName && (
        <Button
          block
          variant="quiet"
          icon={<QrIcon aria-hidden size={20} />}
          onClick={() => saveQrCode(shared, qrName)}
        >
          Save QR code
        </Button>
      )}
    </div>
  );
}
