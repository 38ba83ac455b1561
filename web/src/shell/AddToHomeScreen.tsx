import { Share, SquarePlus, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { PRODUCT_NAME } from '../../../shared/brand.ts';
import { IconButton } from '../ui/IconButton.tsx';
import { isInstalled, isIos } from './install-prompt.ts';
import { Mark } from './Mark.tsx';
import { useShell } from './shell-context.ts';

/*
 * A hint for iOS, which has no install button, shown once after a moment (docs/product/accounts.md#install-the-app).
 * It is above the page instead of over it, so that it covers nothing.
 */

const STORAGE_KEY = 'addToHomeScreen';
const DELAY = 2_500;

export function AddToHomeScreen() {
  const [shown, setShown] = useState(false);
  const { person, paths } = useShell();
  const { pathname } = useLocation();
  useEffect(() => {
    if (!isIos() || isInstalled() || localStorage.getItem(STORAGE_KEY) !== null) return;
    const show = setTimeout(() => {
      // Once for each device, whether it is dismissed or not.
      localStorage.setItem(STORAGE_KEY, 'shown');
      setShown(true);
    }, DELAY);
    return () => clearTimeout(show);
  }, []);
  // The page with the instructions needs no hint.
  if (!shown || pathname === paths.install) return null;
  const dismiss = () => setShown(false);
  return (
    <section
      aria-label="Add to Home Screen"
      className="home-screen-hint appear mx-auto mt-[max(12px,env(safe-area-inset-top))] mb-2 flex w-[calc(100%-24px)] max-w-120 items-start gap-3 rounded-card bg-card p-4 shadow-float"
    >
      <Mark size={40} />
      <p className="min-w-0 flex-1 text-[0.9375rem]">
        <strong className="block font-semibold">{PRODUCT_NAME} on your Home Screen</strong>
        <span className="text-soft">
          Tap <Share aria-label="Share" className="-mt-1 inline size-5 text-back" />, then{' '}
          <span className="whitespace-nowrap text-ink">
            Add to Home Screen <SquarePlus aria-hidden className="-mt-1 inline size-5" />
          </span>
          .{' '}
          {person && (
            <Link
              to={paths.install}
              className="hit-area text-back underline underline-offset-4"
              onClick={dismiss}
            >
              Step by step
            </Link>
          )}
        </span>
      </p>
      <IconButton
        label="Dismiss"
        onClick={dismiss}
        className="-mt-2 -mr-2"
        icon={<X aria-hidden size={20} />}
      />
    </section>
  );
}
