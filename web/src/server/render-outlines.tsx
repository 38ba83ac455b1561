import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import {
  createStaticHandler,
  createStaticRouter,
  type StaticHandlerContext,
  StaticRouterProvider,
} from 'react-router';
import type { Outline, Shape } from '../../outlines.ts';
import { HomeSkeleton } from '../features/accounts/pages/dashboard/HomeColumns.tsx';
import { LOG_COLUMN } from '../features/chat/chat-frame.ts';
import { LogSkeleton } from '../features/chat/pages/viewer/LogStates.tsx';
import { WaySteps } from '../features/conversations/WaySteps.tsx';
import { paths } from '../paths.ts';
import { FooterNav, SideRail } from '../shell/Navigation.tsx';
import { Page } from '../shell/Page.tsx';
import { ShellContext } from '../shell/shell-context.ts';
import { shellPaths } from '../shell-paths.ts';
import { CardSkeleton, LetterSkeleton, RowsSkeleton } from '../ui/Skeletons.tsx';
import {
  BalanceShape,
  ComposerShape,
  FormShape,
  GroupsShape,
  PeopleShape,
  PictureShape,
  QuestionShape,
  SenderShape,
  SettingsShape,
  SheetShape,
  TableShape,
  TextShape,
  ViewerShape,
} from './outline-shapes.tsx';

/* The parts of the outlines of screens (web/outlines.ts), from which web/outline.js puts together the one that is shown. */

/** The place of the heading, and of the sentence under it. */
const NO_WORDS = '\u00a0';
const LEAD = <span data-lead>{NO_WORDS}</span>;
const CONTENT = <div data-content />;

const HEADERS: Readonly<Record<NonNullable<Outline['header']> | 'back', ReactElement>> = {
  main: (
    <Page title={NO_WORDS} lead={LEAD} action={<div className="size-11" />} flush>
      {CONTENT}
    </Page>
  ),
  back: (
    <Page title={NO_WORDS} lead={LEAD} back={paths.settings()} action={<span />} flush>
      {CONTENT}
    </Page>
  ),
  widest: (
    <Page
      title={NO_WORDS}
      lead={LEAD}
      width="full"
      action={<div className="size-11 wide:hidden" />}
      flush
    >
      {CONTENT}
    </Page>
  ),
  content: (
    <Page
      title={NO_WORDS}
      lead={LEAD}
      back={paths.settings()}
      heading="content"
      action={<span />}
      flush
    >
      {CONTENT}
    </Page>
  ),
  brand: (
    <Page title={NO_WORDS} lead={LEAD} header="brand" action={<span />} flush>
      {CONTENT}
    </Page>
  ),
};

/** Where a lead with the steps of a first letter is. */
function Steps({ step }: { step: 'Letter' | 'You' }) {
  return (
    <div className="px-5 pb-3 text-soft">
      <WaySteps step={step} />
    </div>
  );
}

const PADDED = 'px-5 pt-1 pb-8';

const SHAPES: Readonly<Record<Shape, ReactElement>> = {
  balance: (
    <div className={PADDED}>
      <BalanceShape />
    </div>
  ),
  card: (
    <div className={PADDED}>
      <CardSkeleton height={220} />
    </div>
  ),
  chat: (
    <div className="flex min-w-0 flex-1 flex-col">
      <div className={`flex-1 ${LOG_COLUMN}`}>
        <LogSkeleton />
      </div>
      <ComposerShape />
    </div>
  ),
  field: <FormShape fields={1} />,
  firstLetter: (
    <>
      <Steps step="Letter" />
      <SheetShape />
    </>
  ),
  form: <FormShape fields={4} />,
  groups: (
    <div className={PADDED}>
      <GroupsShape />
    </div>
  ),
  home: (
    <div className="px-5 pt-1 pb-8 wide:px-10">
      <HomeSkeleton />
    </div>
  ),
  letter: (
    <div className={PADDED}>
      <LetterSkeleton />
    </div>
  ),
  lines: (
    <div className={PADDED}>
      <RowsSkeleton rows={6} hasFaces={false} />
    </div>
  ),
  list: (
    <div className={PADDED}>
      <RowsSkeleton />
    </div>
  ),
  people: (
    <div className={PADDED}>
      <PeopleShape />
    </div>
  ),
  picture: <PictureShape />,
  question: <QuestionShape />,
  rows: (
    <div className={PADDED}>
      {/* The place of what is above a list. */}
      <div className="mb-1 h-11" />
      <RowsSkeleton />
    </div>
  ),
  sender: (
    <>
      <Steps step="You" />
      <SenderShape />
    </>
  ),
  settings: (
    <div className={PADDED}>
      <SettingsShape />
    </div>
  ),
  sheet: <SheetShape />,
  table: (
    <div className={PADDED}>
      <TableShape />
    </div>
  ),
  text: (
    <div className={PADDED}>
      <TextShape />
    </div>
  ),
  viewer: <ViewerShape />,
  writing: <FormShape fields={1} isLong />,
};

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
          <div data-page />
          <FooterNav />
        </div>
      </div>
      {Object.entries({ ...HEADERS, ...SHAPES }).map(([part, drawn]) => (
        <template key={part} data-part={part}>
          {drawn}
        </template>
      ))}
    </ShellContext>
  );
}

/** Renders the parts of all outlines, each in a template, and the frame of the app. */
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
