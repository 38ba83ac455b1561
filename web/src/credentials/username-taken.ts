import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { doesUsernameExist } from '../../../shared/api/auth.ts';
import { username as usernameRule } from '../../../shared/rules/accounts/accounts.ts';
import { query } from '../api/queries.ts';

/** Milliseconds without a keystroke, after which the server is asked. */
const PAUSE = 600;

/**
 * Whether somebody else has a username that is being typed; undefined while that is not known. Only a hint: the save has the
 * last word. `own`: the name that the person has already.
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

/** The text once it has not changed for a pause. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), PAUSE);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
