import { useEffect, useRef } from 'react';
import { formatMoney, ZERO } from '#shared/money.ts';
import { queryLoader } from '#web/api/screen-loader.ts';
import { useViewerId } from '#web/api/viewer.ts';
import { paths } from '#web/paths.ts';
import { QueryPage } from '#web/shell/QueryPage.tsx';
import { announce } from '#web/ui/announce.ts';
import type { InboxRow } from '../../conversation.ts';
import { answerQueries } from './answer-queries.ts';
import { SessionEnd } from './SessionEnd.tsx';
import { SessionMessage } from './SessionMessage.tsx';
import { useSession } from './use-session.ts';
import { useWaiting } from './use-waiting.ts';

export const loader = queryLoader(answerQueries);

const TITLE = 'Answer session';

/** `/answer`: the messages that wait for an answer, one at a time. docs/product/conversations.md#answer-session */
export function Component() {
  const waiting = useWaiting(useViewerId());
  return (
    <QueryPage title={TITLE} back={paths.inbox()} query={waiting}>
      {(rows) => <Session rows={rows} />}
    </QueryPage>
  );
}

function Session({ rows }: { rows: readonly InboxRow[] }) {
  const session = useSession(rows);
  const { at } = session.session;
  const hasMoved = useRef(false);
  const { earned } = session.summary;
  useEffect(() => {
    if (earned > ZERO) announce(`Sent. Earned in this session: ${formatMoney(earned)}`);
  }, [earned]);
  // Runs after the effects of the first message, which must still see false.
  useEffect(() => {
    hasMoved.current = true;
  }, []);
  if (at === undefined)
    return (
      <SessionEnd
        title={TITLE}
        summary={session.summary}
        onResume={session.resume}
        hasMoved={hasMoved}
      />
    );
  return <SessionMessage key={at} id={at} title={TITLE} session={session} hasMoved={hasMoved} />;
}
