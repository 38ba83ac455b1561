import type { ReactNode } from 'react';
import { Link } from 'react-router';
import * as z from 'zod/mini';
import { DESK_KEY_OBSTACLES, type DeskKeyObstacle } from '#shared/rules/desk/desk-passkeys.ts';
import { moment } from '#shared/wire.ts';
import { isRefusal } from '../../api/client.ts';
import type { CurrentUser } from '../../api/current-user.ts';
import { useCurrentUser } from '../../api/current-user.ts';
import { useNow } from '../../api/use-now.ts';
import { paths } from '../../paths.ts';
import { deadlineWords } from '../../shell/dates.ts';
import { NothingHere } from '../../shell/NothingHere.tsx';
import { Page, PageHeading, type PageProps } from '../../shell/Page.tsx';
import { QueryPage, type QueryPageProps } from '../../shell/QueryPage.tsx';
import { TextLink } from '../../shell/TextLink.tsx';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { DeskKeys } from './DeskKeys.tsx';
import type { ItemRef } from './desk-list.ts';
import { ItemTools, PresenceChip } from './ItemTools.tsx';
import { usePresence } from './use-presence.ts';

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
  if (isRefusal(props.query.error, 'PASSKEY_SIGN_IN_REQUIRED'))
    return <PasskeyRequired {...obstacleSchema.parse(props.query.error.details ?? {})} />;
  return <QueryPage missing={<NotThere />} {...props} />;
}

export type DeskFrameProps = PageProps & {
  /** What waits on this screen, which its tools are for; undefined if nothing does. */
  item?: ItemRef | undefined;
  /** Whether somebody may be in danger. */
  isDanger?: boolean | undefined;
};

/** The frame of a loaded screen: wider than the app, with the keys of the desk. A screen below the list has its title in the content. */
export function DeskFrame({ children, item, isDanger, ...page }: DeskFrameProps) {
  const { title, back } = page;
  const presence = usePresence(item);
  if (back === undefined)
    return (
      <Page {...page}>
        <DeskKeys back={back} />
        <div className="grid gap-4">{children}</div>
      </Page>
    );
  return (
    <Page
      {...(page.width ? {} : { wide: true })}
      {...(page.heading === 'content' ? {} : { backText: 'Desk' })}
      action={item && <ItemTools item={item} isDanger={isDanger} />}
      {...page}
    >
      <DeskKeys back={back} />
      <div className="grid gap-6">
        {page.heading === 'content' ? (
          <div className="justify-self-start empty:hidden">
            <PresenceChip presence={presence} />
          </div>
        ) : (
          <div className="grid justify-items-start gap-2">
            <PageHeading className="font-serif text-[1.75rem] leading-8">{title}</PageHeading>
            <PresenceChip presence={presence} />
          </div>
        )}
        {children}
      </div>
    </Page>
  );
}

function NotStaff() {
  return (
    <NothingHere title="Page not found" wayOut={{ words: 'Go to the start', to: paths.home() }}>
      There’s nothing at this address.
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
      This case, person or conversation doesn’t exist.
    </NothingHere>
  );
}

const obstacleSchema = z.object({
  why: z.catch(z.enum(DESK_KEY_OBSTACLES), 'NO_PASSKEY'),
  opensAt: z.catch(z.nullable(moment), null),
});

/** Says what is missing: a sign-in with a passkey, one that was added for the desk, or time. */
function PasskeyRequired({ why, opensAt }: z.infer<typeof obstacleSchema>) {
  const now = useNow();
  return (
    <Page title="Desk" back={paths.settings()}>
      <EmptyState
        drawing="letterbox"
        title={TITLES[why]}
        action={
          why === 'TOO_NEW' ? undefined : (
            <Button render={<Link to={paths.logout()} />}>Sign out</Button>
          )
        }
      >
        {why === 'TOO_NEW' ? (
          <>
            A new passkey doesn’t open the desk at once, so that no one who took it over gets in.
            {opensAt !== null && ` Yours opens it after ${deadlineWords(opensAt, now)}.`}
          </>
        ) : (
          <>
            The desk shows what is private to other people, so it opens only with a passkey that was
            added for it. Sign out, and sign in with that passkey. If you have none, ask an operator
            for a link; <TextLink to={paths.devicesAndPasskeys()}>your passkeys</TextLink> say which
            one opens the desk.
          </>
        )}
      </EmptyState>
    </Page>
  );
}

const TITLES: Readonly<Record<DeskKeyObstacle, string>> = {
  NO_PASSKEY: 'Sign in with a passkey',
  NOT_FOR_DESK: 'This passkey doesn’t open the desk',
  TOO_NEW: 'This passkey is too new',
};
