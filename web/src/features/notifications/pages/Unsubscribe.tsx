import { useSearchParams } from 'react-router';
import { unsubscribeByEmail } from '#shared/api/unsubscribe.ts';
import { call } from '#web/api/client.ts';
import { sentenceOf } from '#web/api/failure-words.ts';
import { useWrite } from '#web/forms/use-write.ts';
import { paths } from '#web/paths.ts';
import { Page } from '#web/shell/Page.tsx';
import { TextLink } from '#web/shell/TextLink.tsx';
import { Button } from '#web/ui/Button.tsx';

/* Ends a kind of emails after a press, because programs open the links in emails too. docs/product/email.md#unsubscribing */
export function Component() {
  const [search] = useSearchParams();
  const token = search.get('token') ?? '';
  const end = useWrite({ mutationFn: () => call(unsubscribeByEmail, { token }) });
  return (
    <Page title="Unsubscribe" header="brand" action={<span />}>
      <div className="grid max-w-prose gap-5">
        {end.data ? (
          <p role="status">
            You get no more of these emails: <span className="text-ink">{end.data.title}</span>.
          </p>
        ) : (
          <>
            <p>Do you want to stop getting this kind of email? Everything else stays as it is.</p>
            {end.error && (
              <p role="alert" className="text-red-text">
                {sentenceOf(end.error) ?? 'We couldn’t change your emails. Please try again.'}
              </p>
            )}
            <div>
              <Button busy={end.isPending} onClick={() => end.mutate()}>
                Unsubscribe
              </Button>
            </div>
          </>
        )}
        <p className="text-soft">
          You can choose what you get in{' '}
          <TextLink to={paths.notificationSettings()}>your settings</TextLink>.
        </p>
      </div>
    </Page>
  );
}
