import './trusted-types.ts';
import './zod-without-eval.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode, useEffect } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { createBrowserRouter, type HydrationState } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { followDeviceClock } from './api/clock.ts';
import { queryClient } from './api/queries.ts';
import { followSessionEnds, readSession } from './api/session.ts';
import { finishSignOut } from './api/sign-out.ts';
import { sendUnsent } from './outboxes.ts';
import { paths } from './paths.ts';
import { updateRestoredPage } from './restored-page.ts';
import { routes } from './routes.tsx';
import { isRendered, prepareHydration, sayHydrated, sayHydrating } from './server/hydrate-page.ts';
import { prefetchOnIntent, prefetchWhenIdle } from './shell/route-prefetch.ts';
import { registerServiceWorker } from './shell/service-worker.ts';
import { chooseStoredTheme } from './shell/theme.ts';
import { survivePageTranslation } from './translated-page.ts';
import { quietFocusAfterPress } from './ui/quiet-focus.ts';
import { toast } from './ui/Toast.tsx';
import './styles/main.css';

const place = document.getElementById('app');
if (!place) throw new Error('index.html has no place for the app');

survivePageTranslation();
quietFocusAfterPress();

const app = (hydrationData?: HydrationState) => (
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={createBrowserRouter([...routes], { hydrationData })} />
      <Hydrated />
    </QueryClientProvider>
  </StrictMode>
);

/**
 * Tells web/head.js that the app reacts: after its effects, which render what a person who is signed in sees in place of the page
 * for visitors.
 */
function Hydrated() {
  useEffect(() => queueMicrotask(sayHydrated), []);
  return null;
}

// Before Firefox 121.
if (!CSS.supports('selector(:has(a))'))
  void import('./without-has.ts').then(({ markContents }) => markContents());

if (isRendered(place))
  void prepareHydration(routes).then(
    (state) => {
      sayHydrating();
      hydrateRoot(place, app(state));
    },
    // The code of the screen did not arrive: the router reports that and offers a retry.
    () => createRoot(place).render(app()),
  );
else createRoot(place).render(app());

prefetchOnIntent(routes);
// The five pages of the navigation should open at once.
if (readSession())
  void prefetchWhenIdle(routes, [
    paths.inbox(),
    paths.orders(),
    paths.dashboard(),
    paths.userSearch(),
    paths.myProfile(),
  ]);

// Queries that failed offline run again when the connection is back, also on a page that was opened offline.
window.addEventListener('online', () => {
  void finishSignOut();
  void queryClient.refetchQueries({
    type: 'active',
    predicate: ({ state }) => state.status === 'error',
  });
});

followSessionEnds(() => {
  toast.endSession();
  chooseStoredTheme();
});

void finishSignOut();

updateRestoredPage();

// Data that was loaded at a later time by the old clock would count as fresh for as long as the clock was set back.
followDeviceClock(() => void queryClient.invalidateQueries());

sendUnsent();

if (import.meta.env.PROD) {
  registerServiceWorker().catch((error: unknown) => console.warn('No offline shell', error));
}
