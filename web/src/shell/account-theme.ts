import { useLayoutEffect } from 'react';
import { checkUser } from '#shared/api/current-session.ts';
import { type Theme, themeStep } from '#shared/rules/profiles/themes.ts';
import { call } from '../api/client.ts';
import { refresh } from '../api/queries.ts';
import { chooseTheme, readTheme, storeAccountTheme, storedAccountTheme } from './theme.ts';

/*
 * Synchronizes the theme between a user's devices: a newer choice of the account is applied, a newer choice of this
 * device is saved.
 */

/** Applies or saves the theme after each load of the account. `loadedAt`: the time of the load, in epoch milliseconds. */
export function useAccountTheme(account: Theme | undefined, loadedAt: number): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: each load is compared, even if it has the same theme
  useLayoutEffect(() => {
    if (account) follow(account);
  }, [account, loadedAt]);
}

function follow(account: Theme): void {
  const step = themeStep(readTheme(), account, storedAccountTheme());
  storeAccountTheme(account);
  if (step === 'take') chooseTheme(account);
  // The theme was changed while the server could not be reached. If saving fails again, the next load retries.
  if (step === 'save') saveTheme(readTheme()).catch(() => undefined);
}

let saving: Promise<unknown> = Promise.resolve();

/** Saves the theme to the account, one request at a time, so that the last choice wins. Throws what the call throws. */
export function saveTheme(theme: Theme): Promise<void> {
  const saved = saving.then(async () => {
    const { updateUserTheme } = await import('#shared/api/profiles.ts');
    await call(updateUserTheme, { theme });
    storeAccountTheme(theme);
    await refresh(checkUser);
  });
  saving = saved.catch(() => undefined);
  return saved;
}
