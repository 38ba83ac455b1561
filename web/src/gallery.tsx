import { createRoot } from 'react-dom/client';
import { createBrowserRouter, Outlet } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import './styles/main.css';
import { AttachmentsPage } from './gallery/AttachmentsPage.tsx';
import { ControlsPage } from './gallery/ControlsPage.tsx';
import { InboxPage } from './gallery/InboxPage.tsx';
import { ConfirmPage, LetterPage } from './gallery/LetterPage.tsx';
import { PiecesPage } from './gallery/PiecesPage.tsx';
import { ProfilePage } from './gallery/ProfilePage.tsx';
import { VoicePage } from './gallery/VoicePage.tsx';
import { paths } from './paths.ts';
import { AppShell } from './shell/AppShell.tsx';
import { chooseTheme } from './shell/theme.ts';

/*
 * A gallery of components for development: run `npx vite -c web/vite.config.ts` and open /gallery.html#profile, for example. It
 * is not part of the build. `?theme=dark` and `?signedOut` change what it shows.
 */

const wanted = new URLSearchParams(window.location.search);
chooseTheme(wanted.get('theme') === 'dark' ? 'dark' : 'light');

const PAGES = {
  profile: ProfilePage,
  confirm: ConfirmPage,
  letter: LetterPage,
  inbox: InboxPage,
  controls: ControlsPage,
  pieces: PiecesPage,
  voice: VoicePage,
  attachments: AttachmentsPage,
};

function Frame() {
  return (
    <AppShell
      person={wanted.has('signedOut') ? undefined : { name: 'Ana Marković', imageUrl: null }}
      unread={{ inbox: 2, outbox: 0, chats: 1 }}
      paths={{
        start: '/gallery.html',
        signIn: paths.login(),
        browse: paths.browse(),
        register: paths.register(),
        settings: paths.settings(),
        help: '#',
        install: paths.settings(),
        inbox: '/gallery.html',
        outbox: paths.orders(),
        home: paths.dashboard(),
        users: paths.userSearch(),
        profile: paths.myProfile(),
      }}
    >
      <Outlet />
    </AppShell>
  );
}

function Chosen() {
  const name = window.location.hash.slice(1);
  const Page = Object.entries(PAGES).find(([key]) => key === name)?.[1] ?? ProfilePage;
  return <Page />;
}

const root = document.getElementById('app');
if (root) {
  const router = createBrowserRouter([
    { element: <Frame />, children: [{ path: '*', element: <Chosen /> }] },
  ]);
  createRoot(root).render(<RouterProvider router={router} />);
}
