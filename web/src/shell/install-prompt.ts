import { useSyncExternalStore } from 'react';
import { PRODUCT_NAME } from '../../../shared/brand.ts';
import { toast } from '../ui/Toast.tsx';

/*
 * The browser's own way to install the app, where it has one: Chromium offers it once, soon after the page has loaded,
 * so it is caught here, when the shell loads, and kept until somebody asks for it.
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

/** Shows the browser's own question; undefined where it has none, or has been asked already. */
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
      // One question is good for one answer.
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
