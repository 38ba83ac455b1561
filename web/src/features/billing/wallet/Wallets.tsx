import { lazyPart } from '#web/ui/lazy-part.tsx';
import type { WalletButtonsProps } from './WalletButtons.tsx';
import { WalletPlace } from './WalletPlace.tsx';

/** The wallets of this browser, whose place is there before they are. */
export const Wallets = lazyPart<WalletButtonsProps>(
  async () => (await import('./WalletButtons.tsx')).WalletButtons,
  ({ before, after }) => <WalletPlace isWaiting before={before} after={after} />,
);
