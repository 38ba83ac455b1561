import { Link } from 'react-router';
import { plural } from '#shared/messages/plural.ts';
import type { Instant } from '#shared/time.ts';
import { paths } from '#web/paths.ts';
import { Button } from '#web/ui/Button.tsx';
import type { InboxRow } from '../conversation.ts';
import { waitingRows } from './waiting-rows.ts';

export type AnswerLinkProps = {
  /** The loaded pending rows. */
  rows: readonly InboxRow[];
  /** Whether there are more than these. */
  hasMore: boolean;
  viewerId: string;
  now: Instant;
  className?: string;
};

/* The link to the answer session; nothing if no message waits for the viewer. */
export function AnswerLink({ rows, hasMore, viewerId, now, className }: AnswerLinkProps) {
  const count = waitingRows(rows, viewerId, now).length;
  if (count === 0) return null;
  return (
    <Button block className={className} render={<Link to={paths.answer()} />}>
      {hasMore
        ? 'Answer your letters'
        : plural(count, { one: 'Answer # letter', other: 'Answer # letters' })}
    </Button>
  );
}
