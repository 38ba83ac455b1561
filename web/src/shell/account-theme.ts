import { useLayoutEffect } from 'react';
import { checkUser } from '../../../shared/api/auth.ts';
import { updateUserTheme } from '../../../shared/api/profiles.ts';
import { type Theme, themeStep } from '../../../shared/rules/profiles/themes.ts';
import { call } from '../api/client.ts';
import { refresh } from '../api/queries.ts';
import { chooseTheme, noteAccountTheme, readTheme, seenAccountTheme } from './theme.ts';

/* The same look on every device of a person: what the account says is taken where it is news, else the account is told. */

/** `heardAt`: when the account said so, in epoch milliseconds; each time is looked at. */
export function useAccountTheme(account: Theme | undefined, heardAt: number): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: hearing the same again may be news to the account
  useLayoutEffect(() => {
    if (account) follow(account);
  }, [account, heardAt]);
}

function follow(account: Theme): void {
  const step = themeStep(readTheme(), account, seenAccountTheme());
  noteAccountTheme(account);
  if (step === 'take') chooseTheme(account);
  // Chosen while the account could not be reached; where it still cannot, the next look tries again.
  if (step === 'save') saveTheme(readTheme()).catch(() => undefined);
}

let saving: Promise<unknown> = Promise.resolve();

/** Tells the account; one after the other, so that the last choice is the one that stays. Throws what the call throws. */
export function saveTheme(theme: Theme): Promise<void> {
  const saved = saving.then(async () => {
    await call(updateUserTheme, { theme });
    noteAccountTheme(theme);
    await refresh(checkUser);
  });
  saving = saved.catch(() => undefined);
  return saved;
}
