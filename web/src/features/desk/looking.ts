import { useState } from 'react';
import { readSession } from '../../api/session.ts';

/*
 * Why the member of staff looks at private content: asked once for each case, person or conversation, and kept until the page is
 * closed or somebody else signs in. Each look sends it, and the server writes it to the audit.
 */

const reasons = new Map<string, string>();
const keyOf = (id: string) => `${readSession()?.userId} ${id}`;

/** The reason for looking at this, if it was given. */
export function reasonFor(id: string): { reason?: string } {
  const reason = reasons.get(keyOf(id));
  return reason === undefined ? {} : { reason };
}

/** The reason as an input of the screen's query, and what gives it. */
export function useLooking(id: string) {
  const [, setCount] = useState(0);
  const give = (reason: string) => {
    reasons.set(keyOf(id), reason);
    setCount((count) => count + 1);
  };
  return { ...reasonFor(id), give };
}
