import type { ReactNode } from 'react';
import { Navigate, Outlet, useMatches } from 'react-router';
import { id } from '#shared/ids.ts';
import { username } from '#shared/rules/accounts/accounts.ts';
import { ChatNotFound } from './features/chat/ChatNotFound.tsx';
import { LinkNotFound } from './features/links/LinkNotFound.tsx';
import { ProfileNotFound } from './features/profiles/ProfileNotFound.tsx';
import type { PathParameter, PathParameters } from './path-parameters.ts';
import { paths } from './paths.ts';
import { MessageNotFound } from './shell/MessageNotFound.tsx';

type Parameter = {
  readonly isGood: (value: string) => boolean;
  /** Shown instead of the screen for an invalid value. */
  readonly notFound: ReactNode;
};

const isId = (value: string) => id().safeParse(value).success;
const isUsername = (value: string) => username.safeParse(value.toLowerCase()).success;
const message: Parameter = { isGood: isId, notFound: <MessageNotFound /> };

/** Every path parameter of the app, by its name in the route table. */
export const PARAMETERS: Readonly<Record<PathParameter, Parameter>> = {
  conversationId: message,
  inboxId: message,
  orderId: message,
  caseId: message,
  queue: {
    isGood: (value) => /^[a-z]+$/.test(value),
    notFound: <Navigate to={paths.desk()} replace />,
  },
  chatId: { isGood: isId, notFound: <ChatNotFound /> },
  linkId: { isGood: isId, notFound: <LinkNotFound /> },
  statementId: { isGood: isId, notFound: <Navigate to={paths.decisions()} replace /> },
  savedReplyId: { isGood: isId, notFound: <Navigate to={paths.savedReplies()} replace /> },
  userId: { isGood: isId, notFound: <Navigate to={paths.profileNotFound()} replace /> },
  // Staff type the address of a person they know by name.
  person: {
    isGood: (value) => isId(value) || isUsername(value.replace(/^@/, '')),
    notFound: <Navigate to={paths.desk()} replace />,
  },
  // Its screen asks the server, so that what it shows then is not in the code of every screen.
  publicAnswerId: { isGood: () => true, notFound: null },
  verificationId: { isGood: () => true, notFound: null },
  username: {
    isGood: isUsername,
    notFound: <ProfileNotFound />,
  },
  code: {
    // As in the definition of viewUserProfileByReferralCode, which is in the code of its screen.
    isGood: (value) => value.trim() !== '' && value.trim().length <= 40,
    notFound: <Navigate to={paths.referralNotFound()} replace />,
  },
};

/**
 * The layout route around every screen with path parameters. A damaged address (cut off, or with something else in
 * place of an id) shows the not-found screen without a request.
 */
export function CheckedParameters() {
  const params: PathParameters = useMatches().at(-1)?.params ?? {};
  const damaged = Object.entries(PARAMETERS).find(([name, { isGood }]) => {
    const value = params[name as PathParameter];
    return value !== undefined && !isGood(value);
  });
  return damaged ? damaged[1].notFound : <Outlet />;
}
