import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { isRefusal } from '../../api/client.ts';
import type { CurrentUser } from '../../api/current-user.ts';
import { useCurrentUser } from '../../api/current-user.ts';
import { paths } from '../../paths.ts';
import { NothingHere } from '../../shell/NothingHere.tsx';
import { Page, type PageProps } from '../../shell/Page.tsx';
import { QueryPage, type QueryPageProps } from '../../shell/QueryPage.tsx';
import { TextLink } from '../../shell/TextLink.tsx';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { DeskKeys } from './DeskKeys.tsx';

/** The gate of the desk: redirects everybody who is not staff before a query starts. */
export const staffGate = ({ permissionIds }: CurrentUser): string | undefined =>
  permissionIds.length > 0 ? undefined : paths.dashboard();

export type DeskPageProps<Data> = Omit<QueryPageProps<Data>, 'children'> & {
  /** The rest of the page, once its query has loaded. */
  children: (data: Data) => ReactNode;
};

/** Shows a screen of the desk to staff. Everybody else gets the not-found page, and no request is sent. */
export function StaffOnly({ children }: { children: ReactNode }) {
  const { permissionIds } = useCurrentUser();
  return permissionIds.length > 0 ? children : <NotStaff />;
}

/** A page of the desk that needs a query. Staff whose session did not begin with a passkey read what to do. */
export function DeskPage<Data>(props: DeskPageProps<Data>) {
  if (isRefusal(props.query.error, 'PASSKEY_SIGN_IN_REQUIRED')) return <PasskeyRequired />;
  return <QueryPage missing={<NotThere />} {...props} />;
}

/** The frame of a loaded screen: wider than the app, with the keys of the desk. */
export function DeskFrame({ children, ...page }: PageProps) {
  return (
    <Page wide {...page}>
      <DeskKeys back={page.back} />
      <div className="grid gap-6">{children}</div>
    </Page>
  );
}

function NotStaff() {
  return (
    <NothingHere title="Page not found" wayOut={{ words: 'Go to the start', to: paths.home() }}>
      There is nothing at this address.
    </NothingHere>
  );
}

function NotThere() {
  return (
    <NothingHere
      title="Not found"
      back={paths.desk()}
      wayOut={{ words: 'Go to the start', to: paths.home() }}
    >
      This case, person or conversation does not exist.
    </NothingHere>
  );
}

function PasskeyRequired() {
  return (
    <Page title="Desk" back={paths.settings()}>
      <EmptyState
        drawing="letterbox"
        title="Sign in with a passkey"
        action={<Button render={<Link to={paths.logout()} />}>Sign out</Button>}
      >
        The desk shows what is private to other people, so a password is not enough. Sign out, and
        sign in with your passkey. If you have none, first{' '}
        <TextLink to={paths.devicesAndPasskeys()}>add a passkey</TextLink>.
      </EmptyState>
    </Page>
  );
}
