import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { doesUsernameExist } from '#shared/api/usernames.ts';
import { username as usernameRule } from '#shared/rules/accounts/accounts.ts';
import { query } from '../../api/queries.ts';

/** Milliseconds without a keystroke before the server is asked. */
const PAUSE = 600;

/**
 * Whether another user has the typed username; undefined while unknown. Only a hint: the server checks again when the
 * form is saved. `own`: the user's current username.
 */
export function useUsernameTaken(typed: string, own?: string): boolean | undefined {
  const settled = useSettled(typed);
  const asked = settled === typed && settled !== own && usernameRule.safeParse(settled).success;
  const { data } = useQuery({
    ...query(doesUsernameExist, { username: settled }),
    enabled: asked,
    retry: false,
  });
  return asked ? data?.usernameExists : undefined;
}

/** The text, once it has not changed for PAUSE. */
export function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), PAUSE);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
