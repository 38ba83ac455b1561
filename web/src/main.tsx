import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter, Outlet, RouterProvider } from 'react-router-dom';
import './styles/main.css';
import { AppShell } from './shell/AppShell.tsx';
import { Page } from './shell/Page.tsx';
import { RouteError } from './shell/RouteError.tsx';
import { registerServiceWorker } from './shell/service-worker.ts';

function Frame() {
  return (
    <AppShell
      person={undefined}
      unread={{ inbox: false, outbox: false }}
      paths={{
        start: '/',
        signIn: '/login',
        settings: '/settings',
        inbox: '/inbox',
        outbox: '/orders',
        home: '/dashboard',
        users: '/user-search',
        profile: '/my-profile',
      }}
    >
      <Outlet />
    </AppShell>
  );
}

const router = createBrowserRouter([
  {
    element: <Frame />,
    errorElement: <RouteError />,
    children: [
      {
        path: '*',
        element: (
          <Page title="ReplyPaid" header="brand">
            {' '}
          </Page>
        ),
      },
    ],
  },
]);

const root = document.getElementById('app');
if (root) {
  createRoot(root).render(
    <StrictMode>
      <RouterProvider router={router} />
    </StrictMode>,
  );
}
if (import.meta.env.PROD) registerServiceWorker().catch(() => undefined);
