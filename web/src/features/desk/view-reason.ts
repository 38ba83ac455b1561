import { useState } from 'react';
import { readSession } from '../../api/session.ts';

/*
 * Why a member of staff views private content: asked once for each case, person or conversation, and kept until the page is
 * closed or somebody else signs in. Each request sends it, and the server writes it to the audit log.
 */

const reasons = new Map<string, string>();
const keyOf = (id: string) => `${readSession()?.userId} ${id}`;

/** The reason for viewing the case, person or conversation with this id, if one was given. */
export function reasonFor(id: string): { reason?: string } {
  const reason = reasons.get(keyOf(id));
  return reason === undefined ? {} : { reason };
}

/** The reason as an input of the screen's query, and the function that sets it. */
export function useViewReason(id: string) {
  const [, setCount] = useState(0);
  const giveReason = (reason: string) => {
    reasons.set(keyOf(id), reason);
    setCount((count) => count + 1);
  };
  return { ...reasonFor(id), giveReason };
}
