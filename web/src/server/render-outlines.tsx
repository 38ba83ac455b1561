import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import {
  createStaticHandler,
  createStaticRouter,
  type StaticHandlerContext,
  StaticRouterProvider,
} from 'react-router';
import { paths } from '../paths.ts';
import { FooterNav, SideRail } from '../shell/Navigation.tsx';
import { Page } from '../shell/Page.tsx';
import { ShellContext } from '../shell/shell-context.ts';
import { shellPaths } from '../shell-paths.ts';
import { CardSkeleton, LetterSkeleton, RowsSkeleton } from '../ui/Skeletons.tsx';

/* The outlines of the first screens (web/first-screens.ts): header, heading, placeholders and navigation. */

/** The place of the greeting, which has the person's name. */
const NO_NAME = '\u00a0';
/** The place of the portrait that links to the settings. */
const CORNER = <div className="skeleton size-11 rounded-full!" />;
const SMALL_CORNER = <div className="skeleton size-8 rounded-full!" />;

const OUTLINES: Readonly<Record<string, ReactElement>> = {
  [paths.dashboard()]: (
    <Page title={NO_NAME} action={CORNER}>
      <CardSkeleton height={240} />
    </Page>
  ),
  [paths.inbox()]: (
    <Page title="Inbound Messages" action={CORNER}>
      <Filters />
      <RowsSkeleton />
    </Page>
  ),
  [paths.inboxViewer('*')]: (
    <Page title="Message" back={paths.inbox()} action={SMALL_CORNER}>
      <LetterSkeleton />
    </Page>
  ),
  [paths.orders()]: (
    <Page title="Outbound Messages" action={CORNER}>
      <Filters />
      <RowsSkeleton />
    </Page>
  ),
  [paths.orderViewer('*')]: (
    <Page title="Message" back={paths.orders()} action={SMALL_CORNER}>
      <LetterSkeleton />
    </Page>
  ),
  [paths.chat()]: (
    <Page title="Chat" back={paths.dashboard()} action={SMALL_CORNER}>
      <RowsSkeleton />
    </Page>
  ),
  [paths.chatViewer('*')]: (
    <Page title="Chat" back={paths.chat()} action={SMALL_CORNER}>
      <LetterSkeleton />
    </Page>
  ),
  [paths.userSearch()]: (
    <Page title="Users" action={CORNER}>
      <Filters />
      <RowsSkeleton />
    </Page>
  ),
  [paths.myProfile()]: (
    <Page title="My profile" action={CORNER}>
      <LetterSkeleton />
    </Page>
  ),
};

/** The place of what is above a list. */
function Filters() {
  return <div className="mb-1 h-11" />;
}

function Outlines() {
  const shell = {
    person: { name: '', imageUrl: null },
    paths: shellPaths(true),
    unread: { inbox: 0, outbox: 0, chats: 0 },
  };
  return (
    <ShellContext value={shell}>
      <div className="shell shell-railed">
        <SideRail />
        <div className="flex min-h-dvh min-w-0 flex-col">
          {Object.entries(OUTLINES).map(([path, outline]) => (
            <template key={path} data-screen={path}>
              {outline}
            </template>
          ))}
          <FooterNav />
        </div>
      </div>
    </ShellContext>
  );
}

/** Renders the outlines of all first screens, each in a template, inside the frame of the app. */
export async function renderOutlines(): Promise<string> {
  const { query, dataRoutes } = createStaticHandler([{ path: '*', Component: Outlines }]);
  const context = await query(new Request('https://page.invalid/-'));
  return renderToStaticMarkup(
    <StaticRouterProvider
      router={createStaticRouter(dataRoutes, context as StaticHandlerContext)}
      context={context as StaticHandlerContext}
      hydrate={false}
    />,
  );
}
