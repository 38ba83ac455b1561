import { type RefObject, useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { plural } from '#shared/messages/plural.ts';
import { useNow } from '#web/api/use-now.ts';
import { paths } from '#web/paths.ts';
import { deadlineWords } from '#web/shell/dates.ts';
import { Page } from '#web/shell/Page.tsx';
import { Button } from '#web/ui/Button.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { UnsentAnswers } from '../../answers/UnsentAnswers.tsx';
import { ClaimsWaiting } from '../../claims/ClaimsWaiting.tsx';
import type { Summary } from './answer-session.ts';
import { Total } from './SessionProgress.tsx';

export type SessionEndProps = {
  title: string;
  summary: Summary;
  onResume: () => void;
  hasMoved: RefObject<boolean>;
};

/* The end of the session: nothing waits, or the rest was left for later. */
export function SessionEnd({ title, summary, onResume, hasMoved }: SessionEndProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (hasMoved.current) heading.current?.focus({ preventScroll: true });
  }, [hasMoved]);
  const now = useNow();
  const { left, nextDeadline } = summary;
  const { asked } = summary.outcomes;
  return (
    <Page title={title} back={paths.inbox()}>
      <UnsentAnswers />
      <ClaimsWaiting />
      <EmptyState
        drawing="letterbox"
        heading={heading}
        title={left > 0 ? 'You’re done for now' : 'Nothing waits for your answer'}
        action={
          <div className="grid gap-2">
            {left > 0 && (
              <Button size="md" onClick={onResume}>
                {left === 1 ? 'Continue' : `Continue with ${left} letters`}
              </Button>
            )}
            <Button size="md" variant="quiet" render={<Link to={paths.dashboard()} />}>
              Go to Home
            </Button>
          </div>
        }
      >
        {left > 0 && (
          <p>
            {plural(left, {
              one: '1 letter is still waiting.',
              other: '# letters are still waiting.',
            })}
            {nextDeadline !== undefined &&
              ` The next answer is due ${deadlineWords(nextDeadline, now)}.`}
          </p>
        )}
        {asked > 0 && (
          <p>
            {asked === 1 ? 'You asked one question' : `You asked ${asked} questions`}.{' '}
            {asked === 1 ? 'That letter comes' : 'Those letters come'} back here with the reply, or
            after 72 hours at the latest.
          </p>
        )}
        <Total summary={summary} />
      </EmptyState>
    </Page>
  );
}
