import { useSyncExternalStore } from 'react';
import { PRODUCT_NAME } from '#shared/brand.ts';
import { toast } from '../ui/Toast.tsx';

/*
 * The browser's install prompt. Chromium offers it once, soon after the page has loaded, so the shell stores the
 * event until the user asks for it.
 */

type InstallPrompt = Event & { prompt(): Promise<{ outcome: 'accepted' | 'dismissed' }> };

let offered: InstallPrompt | undefined;
const listeners = new Set<() => void>();

function change(next: InstallPrompt | undefined): void {
  offered = next;
  for (const listener of listeners) listener();
}

globalThis.addEventListener?.('beforeinstallprompt', (event) => {
  event.preventDefault();
  change(event as InstallPrompt);
});
globalThis.addEventListener?.('appinstalled', () => {
  change(undefined);
  toast.success(`${PRODUCT_NAME} is installed. You find it among your apps.`);
});

/** Opens the browser's install prompt; undefined if there is none or it was used. */
export function useInstallPrompt(): (() => Promise<void>) | undefined {
  const prompt = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => offered,
  );
  return (
    prompt &&
    (async () => {
      // A prompt can be used only once.
      change(undefined);
      await prompt.prompt();
    })
  );
}

/** Whether the app was opened from the home screen. */
export function isInstalled(): boolean {
  return window.matchMedia('(display-mode: standalone)').matches;
}

/** iPadOS calls itself a Mac, but no Mac has a touch screen. */
export function isIos(): boolean {
  const { userAgent, maxTouchPoints } = navigator;
  return /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1);
}
