import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { deviceCookies } from '../api/storage.ts';
import { lazyPart } from '../ui/lazy-part.tsx';
import { isInstalled, isIos } from './install-prompt.ts';
import { useShell } from './shell-context.ts';

const HomeScreenHint = lazyPart(async () => (await import('./HomeScreenHint.tsx')).HomeScreenHint);

/*
 * A hint for iOS, which has no install button, shown once after a moment (docs/product/accounts.md#install-the-app).
 * It is above the page instead of over it, so that it covers nothing.
 */

const COOKIE = 'addToHomeScreen';
const DELAY = 2_500;

export function AddToHomeScreen() {
  const [shown, setShown] = useState(false);
  const { paths } = useShell();
  const { pathname } = useLocation();
  useEffect(() => {
    if (!isIos() || isInstalled() || deviceCookies.read(COOKIE) !== undefined) return;
    const show = setTimeout(() => {
      // Once for each device, whether it is dismissed or not.
      deviceCookies.write(COOKIE, 'shown');
      setShown(true);
    }, DELAY);
    return () => clearTimeout(show);
  }, []);
  // The page with the instructions needs no hint.
  if (!shown || pathname === paths.install) return null;
  return <HomeScreenHint dismiss={() => setShown(false)} />;
}
