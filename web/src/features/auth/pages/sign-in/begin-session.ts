import { useNavigate } from 'react-router';
import type { authenticate } from '#shared/api/auth.ts';
import type { Output } from '#shared/api/operation.ts';
import { storeTokens } from '#web/api/client.ts';
import { queryClient } from '#web/api/queries.ts';
import { returnProfile, takeReturnAddress } from '#web/api/return-address.ts';
import {
  takeOverVisitorLetters,
  visitorLetterTo,
} from '#web/features/conversations/drafts/visitor-letter.ts';
import { appealStateOf } from '#web/features/safety/appeal-token.ts';
import { paths } from '#web/paths.ts';

type Tokens = Output<typeof authenticate>;

/**
 * Signs this browser in, clears the query cache of the previous user, takes over what was written before the sign-in, and returns the
 * address to open.
 */
export function beginSession(tokens: Tokens): string {
  const address = takeReturnAddress() ?? letterAddress() ?? paths.dashboard();
  queryClient.clear();
  storeTokens(tokens);
  takeOverVisitorLetters();
  return address;
}

/** Where the letter goes on that was written to the profile from which the person came; undefined if there is none. */
function letterAddress(): string | undefined {
  const username = returnProfile();
  const letter = username === undefined ? undefined : visitorLetterTo(username);
  return letter && paths.createInbox(letter.recipientId, letter.words.tier);
}

/** Signs in and opens the next screen. If the account is blocked by a decision, it opens the page with that decision. */
export function useSignIn() {
  const navigate = useNavigate();
  return async (signIn: () => Promise<Tokens>) => {
    try {
      await navigate(beginSession(await signIn()), { replace: true });
    } catch (fault) {
      const state = appealStateOf(fault);
      if (!state) throw fault;
      await navigate(paths.appeal(), { state });
    }
  };
}
