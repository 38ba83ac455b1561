import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import {
  type LoaderFunctionArgs,
  Navigate,
  Outlet,
  redirect,
  useLocation,
  useNavigate,
} from 'react-router';
import { checkUser } from '../../shared/api/auth.ts';
import { isRefusal, refreshSession } from './api/client.ts';
import { type CurrentUser, useCurrentUser } from './api/current-user.ts';
import { query, queryClient } from './api/queries.ts';
import { freshAccessToken, heldAccessToken, readSession, useSession } from './api/session.ts';
import {
  forgetWantedProfile,
  takeWantedAddress,
  wantAddress,
  wantedProfile,
} from './api/wanted.ts';
import { needsPlan } from './contacts/needs-plan.ts';
import { beforeMembers, beforeRegistering, beforeTheApp } from './gates.ts';
import { paths } from './paths.ts';
import { useAccountTheme } from './shell/account-theme.ts';
import { Page } from './shell/Page.tsx';
import { PageLoading } from './shell/PageLoading.tsx';
import { ErrorState } from './ui/ErrorState.tsx';

/* Who may see which screen. docs/product/auth.md#where-people-go-first */

/** Loader of everything behind the sign-in: asks who it is, beside whether they are signed in still. */
export function loadSignedIn(args: LoaderFunctionArgs): Promise<Response | null> {
  if (readSession()) void queryClient.prefetchQuery(query(checkUser, {}));
  return requireSession(args);
}

/** Refreshes the session silently, else asks to sign in and remembers the address. */
export async function requireSession({ request }: LoaderFunctionArgs): Promise<Response | null> {
  if ((await restoreSession()) !== 'ended') return null;
  const { pathname, search } = new URL(request.url);
  wantAddress(pathname + search);
  return redirect(paths.login());
}

/** Loader of the sign-in screens: whoever is signed in already goes on. */
export async function forwardSignedIn(): Promise<Response | null> {
  if ((await restoreSession()) !== 'fresh') return null;
  return redirect(takeWantedAddress() ?? paths.dashboard());
}

/** `unknown`: there is a session, but the server could not be asked; the screens say so and offer another try. */
async function restoreSession(): Promise<'fresh' | 'ended' | 'unknown'> {
  if (!readSession()) return 'ended';
  if (freshAccessToken() !== undefined) return 'fresh';
  try {
    await refreshSession(heldAccessToken());
    return 'fresh';
  } catch (error) {
    return isRefusal(error, 'UNAUTHENTICATED') ? 'ended' : 'unknown';
  }
}

/** Around everything behind the sign-in: a session that ends, in this tab or another, ends these screens too. */
export function SignedIn() {
  return useSession() ? <Outlet /> : <SignInAgain />;
}

function SignInAgain() {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  useEffect(() => {
    queryClient.clear();
    wantAddress(pathname + search);
    navigate(paths.login(), { replace: true });
  }, [pathname, search, navigate]);
  return <PageLoading />;
}

/** The gate of the app itself: phone confirmed, registration finished; then on to the profile that was wanted. */
export function Registered() {
  const { pathname } = useLocation();
  const wanted = wantedProfile();
  return (
    <CheckedUser>
      {(user) => {
        const first = beforeTheApp(user);
        if (first) return <Navigate to={first} replace />;
        if (wanted && pathname === paths.dashboard()) return <ToProfile username={wanted} />;
        return <Outlet />;
      }}
    </CheckedUser>
  );
}

/** The gate of the three registration steps: phone confirmed, no plan yet. */
export function Registering() {
  return (
    <CheckedUser>
      {(user) => {
        const first = beforeRegistering(user);
        return first ? <Navigate to={first} replace /> : <Outlet />;
      }}
    </CheckedUser>
  );
}

/** The gate of contacts and chat, inside that of the app: who has no plan is led to the plans, which say why. */
export function Members() {
  const { pathname } = useLocation();
  const first = beforeMembers(useCurrentUser());
  return first ? <Navigate to={first} replace state={needsPlan(pathname)} /> : <Outlet />;
}

function ToProfile({ username }: { username: string }) {
  const navigate = useNavigate();
  useEffect(() => {
    forgetWantedProfile();
    navigate(paths.profile(username), { replace: true });
  }, [username, navigate]);
  return <PageLoading />;
}

function CheckedUser({ children }: { children: (user: CurrentUser) => ReactNode }) {
  const check = useQuery(query(checkUser, {}));
  const user = check.data?.data[0];
  useAccountTheme(user?.theme, check.dataUpdatedAt);
  if (user) return children(user);
  if (check.isPending) return <PageLoading />;
  return (
    <Page title="We could not check your account" header="brand" heading="hidden">
      <ErrorState
        words="We could not check your account. Please make sure you are connected and try again."
        onRetry={() => check.refetch()}
        retrying={check.isFetching}
      />
    </Page>
  );
}
