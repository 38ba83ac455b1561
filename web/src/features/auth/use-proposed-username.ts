import { useEffect, useRef, useState } from 'react';
import { doesUsernameExist } from '#shared/api/usernames.ts';
import { fullName as fullNameRule } from '#shared/rules/accounts/accounts.ts';
import { query, queryClient } from '../../api/queries.ts';
import { proposedUsernames } from './username-proposals.ts';
import { useSettled } from './username-taken.ts';

/** The number of proposals of which the server is asked whether they are taken. */
const ASKED_MAX = 4;

/**
 * Proposes a username for the typed name once it is complete. `propose` is called with one that is free, or with the best one if
 * nobody knows. A name that the person chose stays: `isOwn` says so. In the empty field the proposal is selected, so that typing
 * replaces it. Whoever has just emptied the field gets no other proposal before they leave it.
 */
export function useProposedUsername(
  fullName: string,
  isOwn: (proposed: string | undefined) => boolean,
  propose: (username: string) => void,
): void {
  const settled = useSettled(fullName);
  const [digits] = useState(() => String(1_000 + Math.floor(Math.random() * 9_000)));
  const last = useRef<string>(undefined);
  const callbacks = useRef({ isOwn, propose });
  callbacks.current = { isOwn, propose };
  useEffect(() => {
    if (!fullNameRule.safeParse(settled).success) return;
    let isCurrent = true;
    void firstFree(proposedUsernames(settled, digits)).then(async (username) => {
      if (last.current !== undefined) await left(focusedField());
      if (username === undefined || !isCurrent || callbacks.current.isOwn(last.current)) return;
      last.current = username;
      callbacks.current.propose(username);
      focusedField()?.select();
    });
    return () => {
      isCurrent = false;
    };
  }, [settled, digits]);
}

/** The field of the username, if the person is in it. */
function focusedField(): HTMLInputElement | undefined {
  const focused = document.activeElement;
  return focused instanceof HTMLInputElement && focused.name === 'username' ? focused : undefined;
}

/** Resolves when the person leaves the field, or at once if they are not in it. */
const left = (field: HTMLInputElement | undefined) =>
  new Promise<unknown>((resolve) =>
    field ? field.addEventListener('blur', resolve, { once: true }) : resolve(undefined),
  );

async function firstFree(usernames: readonly string[]): Promise<string | undefined> {
  for (const username of usernames.slice(0, ASKED_MAX)) {
    const taken = await queryClient
      .fetchQuery({ ...query(doesUsernameExist, { username }), retry: false })
      .then(
        ({ usernameExists }) => usernameExists,
        () => false,
      );
    if (!taken) return username;
  }
  return usernames.at(-1);
}
