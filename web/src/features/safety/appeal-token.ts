import { isRefusal } from '../../api/client.ts';

/* The token with which a person whose account is blocked reads the decision and appeals. It is in the state of the address. */

type AppealState = { readonly appealToken: string };

/** The token in the state of an address; undefined if there is none. */
export function appealTokenIn(state: unknown): string | undefined {
  if (typeof state !== 'object' || state === null || !('appealToken' in state)) return undefined;
  return typeof state.appealToken === 'string' ? state.appealToken : undefined;
}

/** The state for the appeal page, from the refusal of a sign-in; undefined for any other fault. */
export function appealStateOf(fault: unknown): AppealState | undefined {
  const appealToken = isRefusal(fault, 'FORBIDDEN') ? appealTokenIn(fault.details) : undefined;
  return appealToken === undefined ? undefined : { appealToken };
}
