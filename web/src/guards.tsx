import { type ReactNode, useEffect } from 'react';
import {
  type LoaderFunctionArgs,
  Navigate,
  Outlet,
  redirect,
  useLocation,
  useNavigate,
} from 'react-router';
import { checkUser } from '#shared/api/current-session.ts';
import { isRefusal, refreshSession, resumeByCookie } from './api/client.ts';
import { type CurrentUser, useCurrentUser } from './api/current-user.ts';
import { query, queryClient, useEntity } from './api/queries.ts';
import {
  clearReturnProfile,
  isAppAddress,
  returnProfile,
  storeReturnAddress,
  takeReturnAddress,
} from './api/return-address.ts';
import { currentAccessToken, freshAccessToken, readSession, useSession } from './api/session.ts';
import { deviceStorage, keepsCookies } from './api/storage.ts';
import { planRequired } from './features/billing/plan-required.ts';
import { appGate, membersGate, registrationGate } from './gates.ts';
import { paths } from './paths.ts';
import { useAccountTheme } from './shell/account-theme.ts';
import { Page } from './shell/Page.tsx';
import { PageLoading } from './shell/PageLoading.tsx';
import { Redirect } from './shell/Redirect.tsx';
import { ErrorState } from './ui/ErrorState.tsx';

/* The guards of the route table. docs/product/auth.md#where-people-go-first */

/** The loader of everything behind the sign-in: loads the user while it checks the session. */
export function loadSignedIn(args: LoaderFunctionArgs): Promise<Response | null> {
  if (readSession()) void queryClient.prefetchQuery(query(checkUser, {}));
  return requireSession(args);
}

/** Refreshes the session, or redirects to the sign-in and stores the address. */
export async function requireSession({ request }: LoaderFunctionArgs): Promise<Response | null> {
  if ((await restoreSession()) !== 'ended') return null;
  const { pathname, search } = new URL(request.url);
  storeReturnAddress(pathname + search);
  return redirect(paths.login());
}

/**
 * The loader of the sign-in screens: redirects users who are signed in. A profile that was rendered for visitors has links to the
 * sign-in until the app runs, and they name the profile.
 */
export async function forwardSignedIn({ request }: LoaderFunctionArgs): Promise<Response | null> {
  if ((await restoreSession()) !== 'fresh') return null;
  const profile = new URL(request.url).searchParams.get('profile');
  const address = profile && paths.profile(profile);
  if (address && isAppAddress(address)) return redirect(address);
  return redirect(takeReturnAddress() ?? paths.dashboard());
}

/** The loader of the letters of visitors: whoever is signed in writes where drafts are saved. */
export async function forwardWriter({ request, params }: LoaderFunctionArgs) {
  if ((await restoreSession()) !== 'fresh' || params.userId === undefined) return null;
  const tierId = new URL(request.url).searchParams.get('tier') ?? undefined;
  return redirect(paths.createInbox(params.userId, tierId));
}

/** `unknown`: there is a session, but the server cannot be reached; the screens show that and offer a retry. */
async function restoreSession(): Promise<'fresh' | 'ended' | 'unknown'> {
  if (!readSession() && (await isOver())) return 'ended';
  if (freshAccessToken() !== undefined) return 'fresh';
  try {
    await refreshSession(currentAccessToken());
    return 'fresh';
  } catch (error) {
    return isRefusal(error, 'UNAUTHENTICATED') ? 'ended' : 'unknown';
  }
}

/** Whether nobody is signed in. A page without storage asks the server, once. */
async function isOver(): Promise<boolean> {
  if (hasAskedByCookie || deviceStorage.isAvailable() || !keepsCookies()) return true;
  hasAskedByCookie = true;
  return resumeByCookie().then(
    () => false,
    () => true,
  );
}

let hasAskedByCookie = false;

/** The layout of everything behind the sign-in: when the session ends in any tab, it shows the sign-in. */
export function SignedIn() {
  return useSession() ? <Outlet /> : <SignInAgain />;
}

function SignInAgain() {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  useEffect(() => {
    queryClient.clear();
    storeReturnAddress(pathname + search);
    navigate(paths.login(), { replace: true });
  }, [pathname, search, navigate]);
  return <PageLoading />;
}

/**
 * The guard of the app: requires a confirmed phone number and a finished registration, then redirects to the stored
 * profile, if any.
 */
export function Registered() {
  const { pathname } = useLocation();
  const wanted = returnProfile();
  return (
    <CheckedUser>
      {(user) => {
        const first = appGate(user);
        if (first) return <Navigate to={first} replace />;
        if (wanted && pathname === paths.dashboard()) return <ToProfile username={wanted} />;
        return <Outlet />;
      }}
    </CheckedUser>
  );
}

/** The guard of the three registration steps: a confirmed phone number and no plan yet. */
export function Registering() {
  return (
    <CheckedUser>
      {(user) => {
        const first = registrationGate(user);
        return first ? <Navigate to={first} replace /> : <Outlet />;
      }}
    </CheckedUser>
  );
}

/** The guard of contacts and chat, inside that of the app: redirects users without a plan to the plans. */
export function Members() {
  const { pathname } = useLocation();
  const first = membersGate(useCurrentUser());
  return first ? <Redirect to={first} state={planRequired(pathname)} /> : <Outlet />;
}

function ToProfile({ username }: { username: string }) {
  const navigate = useNavigate();
  useEffect(() => {
    clearReturnProfile();
    navigate(paths.profile(username), { replace: true });
  }, [username, navigate]);
  return <PageLoading />;
}

function CheckedUser({ children }: { children: (user: CurrentUser) => ReactNode }) {
  const check = useEntity(query(checkUser, {}));
  const user = check.data;
  useAccountTheme(user?.theme, check.dataUpdatedAt);
  if (user) return children(user);
  if (check.isPending) return <PageLoading />;
  return (
    <Page title="We couldn’t check your account" header="brand" heading="hidden">
      <ErrorState
        words="We couldn’t check your account. Please make sure you’re connected and try again."
        onRetry={() => check.refetch()}
        retrying={check.isFetching}
      />
    </Page>
  );
}
