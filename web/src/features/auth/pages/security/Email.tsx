import { useState } from 'react';
import { serverNow } from '#web/api/clock.ts';
import { useEntity } from '#web/api/queries.ts';
import { queryLoader } from '#web/api/screen-loader.ts';
import { paths } from '#web/paths.ts';
import { Page } from '#web/shell/Page.tsx';
import { QueryPage } from '#web/shell/QueryPage.tsx';
import { CardSkeleton } from '#web/ui/Skeletons.tsx';
import { emailQueries } from '../../email-queries.ts';
import { emailChange, withValidCode } from '../../flow-state.ts';
import { ConfirmEmail } from './ConfirmEmail.tsx';
import { NewEmail } from './NewEmail.tsx';
import { OwnEmail } from './OwnEmail.tsx';

export const loader = queryLoader(emailQueries);

const PAGE = { title: 'Email address', back: paths.settings() };

/*
 * The email address of the user: shown, changed and removed. A new one is confirmed with a code and the password.
 * docs/product/email.md#the-address
 */
export function Component() {
  const [sent, setSent] = useState(() => withValidCode(emailChange.read()));
  const [typed, setTyped] = useState('');
  const [another, setAnother] = useState(false);
  const onSent = (email: string) => {
    const now = { email, sentAt: serverNow() };
    emailChange.keep(now);
    setSent(now);
  };
  const onEnd = (email = '') => {
    emailChange.forget();
    setTyped(email);
    setAnother(email !== '');
    setSent(undefined);
  };
  return (
    <QueryPage
      {...PAGE}
      query={useEntity(emailQueries().email)}
      failed="We couldn’t load your email address."
      skeleton={<CardSkeleton height={120} />}
    >
      {({ offered, address, suppressed }) => {
        if (!offered)
          return (
            <Page {...PAGE}>
              <p className="text-soft">
                Email isn’t available here yet. Notifications and text messages are.
              </p>
            </Page>
          );
        if (sent)
          return (
            <ConfirmEmail
              {...sent}
              isNew={address === null}
              onSent={() => onSent(sent.email)}
              onDone={() => onEnd()}
              onAnother={() => onEnd(sent.email)}
            />
          );
        if (address === null || another)
          return <NewEmail current={address} typed={typed} onSent={onSent} />;
        return (
          <OwnEmail address={address} suppressed={suppressed} onChange={() => setAnother(true)} />
        );
      }}
    </QueryPage>
  );
}
