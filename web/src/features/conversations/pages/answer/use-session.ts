import { useEffect, useLayoutEffect, useState } from 'react';
import { serverNow } from '#web/api/clock.ts';
import { useUnsentAnswers, wasSent } from '../../answers/unsent-answers.ts';
import type { InboxRow } from '../../conversation.ts';
import * as state from './answer-session.ts';
import { readEntries, storeEntries } from './stored-session.ts';

/** The session over these messages, and what the recipient does in it. */
export function useSession(rows: readonly InboxRow[]) {
  const [{ session, seen }, setState] = useState(() => ({
    session: state.startSession(rows, readEntries(serverNow())),
    seen: rows,
  }));
  const change = (how: (session: state.Session) => state.Session) =>
    setState((before) => ({ ...before, session: how(before.session) }));
  if (seen !== rows)
    setState((before) => ({ session: state.withRows(before.session, rows), seen: rows }));
  const { entries } = session;
  const unsent = useUnsentAnswers();
  // A layout effect, so that a message whose answer waits in the outbox is not shown even for a moment.
  useLayoutEffect(() => {
    for (const [id, outcome] of state.outboxChanges(entries, unsent, wasSent))
      setState((before) => ({
        ...before,
        session: outcome
          ? state.finish(before.session, id, outcome)
          : state.reopen(before.session, id),
      }));
  }, [entries, unsent]);
  useEffect(() => storeEntries(entries, serverNow()), [entries]);
  return {
    session,
    summary: state.summaryOf(session),
    finish: (id: string, outcome: state.Outcome) =>
      change((before) => state.finish(before, id, outcome)),
    postpone: () => change(state.postpone),
    step: (by: 1 | -1) => change((before) => state.step(before, by)),
    resume: () => change(state.resume),
  };
}

export type AnswerSession = ReturnType<typeof useSession>;
