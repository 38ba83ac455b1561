import type { RouteObject } from 'react-router';
import { CheckedParameters } from './checked-parameters.tsx';
import { routes as accounts } from './features/accounts/routes.tsx';
import { routes as analytics } from './features/analytics/routes.tsx';
import { routes as auth } from './features/auth/routes.tsx';
import { routes as billing } from './features/billing/routes.tsx';
import { routes as browse } from './features/browse/routes.tsx';
import { routes as chat } from './features/chat/routes.tsx';
import { routes as contacts } from './features/contacts/routes.tsx';
import { routes as conversations, firstLetter } from './features/conversations/routes.tsx';
import { routes as desk } from './features/desk/routes.tsx';
import { routes as install } from './features/install/routes.tsx';
import { routes as ledger } from './features/ledger/routes.tsx';
import { routes as letters } from './features/letters/routes.tsx';
import { routes as links } from './features/links/routes.tsx';
import { routes as notifications } from './features/notifications/routes.tsx';
import { routes as payouts } from './features/payouts/routes.tsx';
import { routes as policies } from './features/policies/routes.tsx';
import { routes as profiles } from './features/profiles/routes.tsx';
import { routes as publicAnswers } from './features/public-answers/routes.tsx';
import { routes as reliability } from './features/reliability/routes.tsx';
import { routes as safety } from './features/safety/routes.tsx';
import { routes as search } from './features/search/routes.tsx';
import { routes as share } from './features/share/routes.tsx';
import { routes as support } from './features/support/routes.tsx';
import { routes as welcome } from './features/welcome/routes.tsx';
import {
  forwardSignedIn,
  forwardWriter,
  loadSignedIn,
  Members,
  Registered,
  Registering,
  SignedIn,
} from './guards.tsx';
import { Root } from './Root.tsx';
import { PageLoading } from './shell/PageLoading.tsx';
import { RouteError } from './shell/RouteError.tsx';

/*
 * The route table: every screen under its guard. The guards are: anybody, signed out, signed in, registered, and
 * registered with a plan. Screens load when they are first opened.
 */
const around = { HydrateFallback: PageLoading, ErrorBoundary: RouteError };

export const routes: readonly RouteObject[] = [
  {
    id: 'root',
    Component: Root,
    ErrorBoundary: RouteError,
    children: [
      {
        id: 'anybody',
        ...around,
        Component: CheckedParameters,
        children: [
          ...welcome,
          ...auth.anybody,
          ...accounts.anybody,
          ...policies.anybody,
          ...letters,
          ...reliability,
          ...browse,
          ...notifications.anybody,
          ...profiles.anybody,
          ...publicAnswers.anybody,
          ...safety.anybody,
        ],
      },
      {
        id: 'first-letter',
        ...around,
        loader: forwardWriter,
        Component: CheckedParameters,
        children: [firstLetter, ...auth.firstLetter],
      },
      { id: 'signing-in', ...around, loader: forwardSignedIn, children: auth.signedOut },
      {
        id: 'signed-in',
        ...around,
        loader: loadSignedIn,
        Component: SignedIn,
        children: [
          { id: 'registering', ...around, Component: Registering, children: auth.registering },
          {
            id: 'registered',
            ...around,
            Component: Registered,
            children: [
              {
                id: 'checked',
                ...around,
                Component: CheckedParameters,
                children: [
                  ...accounts.registered,
                  ...analytics,
                  ...conversations,
                  ...share,
                  ...support,
                  ...install,
                  ...ledger,
                  ...links,
                  ...notifications.registered,
                  ...payouts,
                  ...billing,
                  ...search,
                  ...policies.registered,
                  ...profiles.registered,
                  ...publicAnswers.registered,
                  ...auth.registered,
                  ...contacts.registered,
                  ...safety.registered,
                  ...desk,
                  {
                    id: 'members',
                    ...around,
                    Component: Members,
                    children: [...chat, ...contacts.members],
                  },
                ],
              },
            ],
          },
        ],
      },
    ],
  },
];
