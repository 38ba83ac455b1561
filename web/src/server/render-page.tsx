import { QueryClientProvider } from '@tanstack/react-query';
import { prerender } from 'react-dom/static';
import {
  createStaticHandler,
  createStaticRouter,
  type RouteObject,
  type StaticHandlerContext,
  StaticRouterProvider,
} from 'react-router';
import { queryClient } from '../api/queries.ts';
import { CheckedParameters } from '../checked-parameters.tsx';
import { Component as Referral } from '../features/accounts/pages/referral/Referral.tsx';
import { Component as ReferralNotFound } from '../features/accounts/pages/referral/ReferralNotFound.tsx';
import { Component as Login } from '../features/auth/pages/sign-in/Login.tsx';
import { Component as CheckLetter } from '../features/letters/pages/CheckLetter.tsx';
import { Component as PublicPrivacyPolicy } from '../features/policies/pages/PublicPrivacyPolicy.tsx';
import { Component as PublicUsagePolicy } from '../features/policies/pages/PublicUsagePolicy.tsx';
import { ProfileNotFound } from '../features/profiles/ProfileNotFound.tsx';
import { Component as Profile } from '../features/profiles/pages/public/Profile.tsx';
import { Component as PublicAnswer } from '../features/public-answers/pages/PublicAnswer.tsx';
import { Component as Reliability } from '../features/reliability/pages/Reliability.tsx';
import { Component as Landing } from '../features/welcome/pages/Landing.tsx';
import { Component as NotFound } from '../features/welcome/pages/NotFound.tsx';
import { paths } from '../paths.ts';
import { Root } from '../Root.tsx';
import { takeStage } from '../stage.ts';
import { type KnownAnswer, takeAnswers } from './known-answers.ts';

/*
 * Renders the pages that strangers open first to HTML, as a visitor who is not signed in sees them. The layout routes are those
 * of routes.tsx, so that the browser hydrates the same tree; its loaders are not run here.
 */
const routes: RouteObject[] = [
  {
    id: 'root',
    Component: Root,
    children: [
      {
        id: 'anybody',
        Component: CheckedParameters,
        children: [
          { path: paths.home(), Component: Landing },
          { path: paths.landing(), Component: Landing },
          { path: paths.publicUsagePolicy(), Component: PublicUsagePolicy },
          { path: paths.publicPrivacyPolicy(), Component: PublicPrivacyPolicy },
          { path: paths.reliability(), Component: Reliability },
          { path: paths.referral(':code'), Component: Referral },
          { path: paths.referralNotFound(), Component: ReferralNotFound },
          { path: paths.checkLetter(':verificationId'), Component: CheckLetter },
          { path: paths.profileNotFound(), Component: ProfileNotFound },
          { path: paths.profile(':username'), Component: Profile },
          { path: paths.publicAnswer(':username'), Component: PublicAnswer },
          { path: '*', Component: NotFound },
        ],
      },
      { id: 'signing-in', children: [{ path: paths.login(), Component: Login }] },
    ],
  },
];

const { query: match, dataRoutes } = createStaticHandler(routes);

/**
 * Renders the page at `path` to the HTML of its `#app` element. `stage`: the public settings, as JSON. `answers`: those of the
 * queries that the page shows.
 */
export async function renderPage(
  path: string,
  stage: string,
  answers: readonly KnownAnswer[],
): Promise<string> {
  const before = turn;
  let end = () => {};
  turn = new Promise((resolve) => {
    end = resolve;
  });
  await before;
  try {
    return await render(path, stage, answers);
  } finally {
    queryClient.clear();
    end();
  }
}

/** Pages are rendered one after the other, because they share the query cache and the settings of the stage. */
let turn: Promise<void> = Promise.resolve();

async function render(
  path: string,
  stage: string,
  answers: readonly KnownAnswer[],
): Promise<string> {
  takeStage(stage);
  const context = (await match(
    new Request(new URL(path, 'https://page.invalid')),
  )) as StaticHandlerContext;
  takeAnswers(answers);
  const { prelude } = await prerender(
    <QueryClientProvider client={queryClient}>
      <StaticRouterProvider
        router={createStaticRouter(dataRoutes, context)}
        context={context}
        hydrate={false}
      />
    </QueryClientProvider>,
  );
  return new Response(prelude).text();
}
