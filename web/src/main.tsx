import './trusted-types.ts';
import './zod-without-eval.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { queryClient } from './api/queries.ts';
import { readSession } from './api/session.ts';
import { finishSignOut } from './api/sign-out.ts';
import { PENDING_REPLIES_KEY } from './conversation/pending-replies-key.ts';
import { OUTBOX_KEY } from './features/chat-viewer/outbox-key.ts';
import { paths } from './paths.ts';
import { routes } from './routes.tsx';
import { prefetchOnIntent, prefetchWhenIdle } from './shell/route-prefetch.ts';
import { registerServiceWorker } from './shell/service-worker.ts';
import './styles/main.css';

const place = document.getElementById('app');
if (!place) throw new Error('index.html has no place for the app');

createRoot(place).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={createBrowserRouter([...routes])} />
    </QueryClientProvider>
  </StrictMode>,
);

prefetchOnIntent(routes);
// The five places of the navigation are one press away from everywhere.
if (readSession())
  void prefetchWhenIdle(routes, [
    paths.inbox(),
    paths.orders(),
    paths.dashboard(),
    paths.userSearch(),
    paths.myProfile(),
  ]);

// What could not be loaded without the internet is asked for again when it is back, also on a page that was opened without.
window.addEventListener('online', () => {
  void finishSignOut();
  void queryClient.refetchQueries({
    type: 'active',
    predicate: ({ state }) => state.status === 'error',
  });
});

void finishSignOut();

// What was written to a chat and could not be sent goes out with the next visit, whichever screen that opens.
if (localStorage.getItem(OUTBOX_KEY) !== null) {
  import('./features/chat-viewer/outbox.ts').then(
    ({ sendKept }) => sendKept(),
    // Opening the chat sends it as well.
    () => undefined,
  );
}

// The same for free replies: one that arrived, its answer lost, is recognized by its key.
if (localStorage.getItem(PENDING_REPLIES_KEY) !== null) {
  import('./conversation/pending-replies.ts').then(
    ({ resumeReplies }) => resumeReplies(),
    // Opening the conversation sends it as well.
    () => undefined,
  );
}

if (import.meta.env.PROD) {
  registerServiceWorker().catch((error: unknown) => console.warn('No offline shell', error));
}
