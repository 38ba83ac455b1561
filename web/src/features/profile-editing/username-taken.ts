import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { doesUsernameExist } from '../../../../shared/api/signing-in.ts';
import { username as usernameRule } from '../../../../shared/rules/accounts.ts';
import { query } from '../../api/queries.ts';

/** Milliseconds without a keystroke, after which the server is asked. */
const PAUSE = 600;

/** Whether somebody else has a username that is being typed. Only a hint: the save has the last word. */
export function useUsernameTaken(typed: string, own: string): boolean {
  const settled = useSettled(typed);
  const asked = settled === typed && settled !== own && usernameRule.safeParse(settled).success;
  const { data } = useQuery({
    ...query(doesUsernameExist, { username: settled }),
    enabled: asked,
    retry: false,
  });
  return asked && data?.usernameExists === true;
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
