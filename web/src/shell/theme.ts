/* The chosen colour scheme. `public/theme.js` applies it before the first paint; this changes it while the app runs. */

export type Theme = 'light' | 'dark' | 'system';

const STORAGE_KEY = 'theme';
const PAPER = { light: '#F7F2E8', dark: '#0F151E' } as const;

export function readTheme(): Theme {
  const kept = localStorage.getItem(STORAGE_KEY);
  return kept === 'light' || kept === 'dark' ? kept : 'system';
}

export function chooseTheme(theme: Theme): void {
  localStorage.setItem(STORAGE_KEY, theme);
  const root = document.documentElement;
  if (theme === 'system') delete root.dataset.theme;
  else root.dataset.theme = theme;
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
    const own = meta.media.includes('dark') ? 'dark' : 'light';
    meta.content = PAPER[theme === 'system' ? own : theme];
  }
}
