import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import type { Output } from '#shared/api/operation.ts';
import { stopSecurityStep, viewSecurityStop } from '#shared/api/security-stops.ts';
import { SECURITY_WAIT } from '#shared/rules/auth/security-wait.ts';
import { type Instant, later } from '#shared/time.ts';
import { call } from '#web/api/client.ts';
import { serverNow } from '#web/api/clock.ts';
import { sentenceOf } from '#web/api/failure-words.ts';
import { query } from '#web/api/queries.ts';
import { publicQueryLoader } from '#web/api/screen-loader.ts';
import { useWrite } from '#web/forms/use-write.ts';
import { paths } from '#web/paths.ts';
import { deadlineWords, momentWords } from '#web/shell/dates.ts';
import { Page } from '#web/shell/Page.tsx';
import { QueryContent } from '#web/shell/QueryPage.tsx';
import { TextLink } from '#web/shell/TextLink.tsx';
import { Button } from '#web/ui/Button.tsx';
import { RowsSkeleton } from '#web/ui/Skeletons.tsx';
import { STOP_WORDS } from './stop-words.ts';

const stopQueries = (token: string) => ({ stop: query(viewSecurityStop, { token }) });

export const loader = publicQueryLoader(({ search }) => stopQueries(search.get('token') ?? ''));

type Stop = Output<typeof viewSecurityStop>['data'][number];

/*
 * Stops a change of an account, from the link in the message about it. Opening the page stops nothing, because programs open links
 * too: it takes one press. docs/product/auth.md#stopping-a-step
 */
export function Component() {
  const [search] = useSearchParams();
  const token = search.get('token') ?? '';
  const found = useQuery(stopQueries(token).stop);
  return (
    <Page title="Was this not you?" header="brand" action={<span />}>
      <QueryContent query={found} skeleton={<RowsSkeleton rows={3} />}>
        {({ data: [stop] }) => stop && <StopStep token={token} stop={stop} />}
      </QueryContent>
    </Page>
  );
}

function StopStep({ token, stop }: { token: string; stop: Stop }) {
  const end = useWrite({ mutationFn: () => call(stopSecurityStep, { token }) });
  const { happened, ends } = STOP_WORDS[stop.step];
  const now = serverNow();
  const stoppedAt = end.data?.data[0]?.stoppedAt ?? stop.stoppedAt;
  if (stoppedAt !== null)
    return (
      <Words>
        <p role="status" className="text-lg">
          {end.data
            ? 'It’s stopped, and everyone is signed out.'
            : `This link was used: it was stopped on ${momentWords(stoppedAt, now)}, and everyone was signed out.`}
        </p>
        <Ends ends={ends.map(({ after }) => after)} />
        <WayBack stop={stop} stoppedAt={stoppedAt} />
      </Words>
    );
  return (
    <Words>
      <p className="text-lg">
        {happened}: {momentWords(stop.at, now)}.
      </p>
      {stop.status === 'OVER' ? (
        <p>This can no longer be stopped here. Sign in to see your account, or ask us for help.</p>
      ) : (
        <>
          <p>If that was you, close this page: nothing changes. If not, stop it:</p>
          <Ends ends={ends.map(({ before }) => before)} />
          {end.error && (
            <p role="alert" className="text-red-text">
              {sentenceOf(end.error) ?? 'It wasn’t stopped. Please try again.'}
            </p>
          )}
          <div>
            <Button variant="danger" busy={end.isPending} onClick={() => end.mutate()}>
              Stop it
            </Button>
          </div>
          <p className="text-soft">You can stop it until {momentWords(stop.until, now)}.</p>
        </>
      )}
    </Words>
  );
}

const Words = ({ children }: { children: ReactNode }) => (
  <div className="grid max-w-prose gap-5">{children}</div>
);

const Ends = ({ ends }: { ends: readonly string[] }) => (
  <ul className="grid list-disc gap-1.5 pl-5">
    {ends.map((sentence) => (
      <li key={sentence}>{sentence}</li>
    ))}
  </ul>
);

/* How the owner gets in again after a stop. */
function WayBack({ stop, stoppedAt }: { stop: Stop; stoppedAt: Instant }) {
  const until = deadlineWords(later(stoppedAt, SECURITY_WAIT), serverNow());
  if (stop.resetsAfter)
    return (
      <p>
        Next, <TextLink to={paths.forgetPassword()}>set a new password</TextLink> with a code that
        we text to your phone. All other changes of your account wait until {until}.
      </p>
    );
  return (
    <p>
      <TextLink to={paths.login()}>Sign in</TextLink> with{' '}
      {stop.step === 'PASSWORD_RESET'
        ? 'the password that you had before'
        : 'a texted code or a passkey'}
      . Changes of your account wait until {until}, so that no one can repeat them at once.
    </p>
  );
}
