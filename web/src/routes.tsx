import type { RouteObject } from 'react-router';
import { CheckedParameters } from './checked-parameters.tsx';
import { routes as account } from './features/account/routes.tsx';
import { routes as chatViewer } from './features/chat-viewer/routes.tsx';
import { routes as chats } from './features/chats/routes.tsx';
import { routes as compose } from './features/compose/routes.tsx';
import { routes as contacts } from './features/contacts/routes.tsx';
import { routes as help } from './features/help/routes.tsx';
import { routes as inbox } from './features/inbox/routes.tsx';
import { routes as install } from './features/install/routes.tsx';
import { routes as invitations } from './features/invitations/routes.tsx';
import { routes as links } from './features/links/routes.tsx';
import { routes as orders } from './features/orders/routes.tsx';
import { routes as payouts } from './features/payouts/routes.tsx';
import { routes as plans } from './features/plans/routes.tsx';
import { routes as policies } from './features/policies/routes.tsx';
import { routes as profile } from './features/profile/routes.tsx';
import { routes as profileEditing } from './features/profile-editing/routes.tsx';
import { routes as registration } from './features/registration/routes.tsx';
import { routes as search } from './features/search/routes.tsx';
import { routes as security } from './features/security/routes.tsx';
import { routes as signingIn } from './features/signing-in/routes.tsx';
import { routes as welcome } from './features/welcome/routes.tsx';
import {
  forwardSignedIn,
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
 * Every screen, under the guard that decides who sees it: anybody · whoever is not signed in yet · signed in · signed in
 * and registered · as that, with a plan. Each feature brings its screens, fetched when they are first opened.
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
          ...signingIn.anybody,
          ...invitations.anybody,
          ...policies.anybody,
          ...profile,
        ],
      },
      { id: 'signing-in', ...around, loader: forwardSignedIn, children: signingIn.signedOut },
      {
        id: 'signed-in',
        ...around,
        loader: loadSignedIn,
        Component: SignedIn,
        children: [
          { id: 'registering', ...around, Component: Registering, children: registration },
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
                  ...account,
                  ...compose,
                  ...help,
                  ...inbox,
                  ...install,
                  ...invitations.registered,
                  ...links,
                  ...orders,
                  ...payouts,
                  ...plans,
                  ...search,
                  ...policies.registered,
                  ...profileEditing,
                  ...security,
                  {
                    id: 'members',
                    ...around,
                    Component: Members,
                    children: [...chats, ...chatViewer, ...contacts],
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
