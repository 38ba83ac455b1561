import type { Theme } from '#shared/rules/profiles/themes.ts';
import { deviceStorage } from '../api/storage.ts';

/* The chosen color scheme. `web/head.js` applies it before the first paint; this file changes it afterwards. */

const STORAGE_KEY = 'theme';
/** The theme that the account had last. Deleted with the session, so that the next user gets their own. */
const ACCOUNT_KEY = 'accountTheme';
const PAPER = { light: '#F7F2E8', dark: '#0F151E' } as const;

export function readTheme(): Theme {
  return themeOf(deviceStorage.getItem(STORAGE_KEY)) ?? 'system';
}

export function chooseTheme(theme: Theme): void {
  deviceStorage.setItem(STORAGE_KEY, theme);
  show(theme);
}

function show(theme: Theme): void {
  const root = document.documentElement;
  if (theme === 'system') delete root.dataset.theme;
  else root.dataset.theme = theme;
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
    const own = meta.media.includes('dark') ? 'dark' : 'light';
    meta.content = PAPER[theme === 'system' ? own : theme];
  }
}

/** Shows the stored theme: that of the device's setting once an account is signed out, to which the theme belonged. */
export function chooseStoredTheme(): void {
  show(readTheme());
}

export function storedAccountTheme(): Theme | undefined {
  return themeOf(deviceStorage.getItem(ACCOUNT_KEY));
}

export function storeAccountTheme(theme: Theme): void {
  deviceStorage.setItem(ACCOUNT_KEY, theme);
}

const themeOf = (kept: string | null): Theme | undefined =>
  kept === 'light' || kept === 'dark' || kept === 'system' ? kept : undefined;
