import type { ReactNode } from 'react';
import { Navigate, Outlet, useMatches } from 'react-router';
import { viewUserProfileByReferralCode } from '../../shared/api/profiles.ts';
import { id } from '../../shared/ids.ts';
import { username } from '../../shared/rules/accounts/accounts.ts';
import { MessageNotFound } from './conversation/MessageNotFound.tsx';
import { ChatNotFound } from './features/chat-viewer/ChatNotFound.tsx';
import { LinkNotFound } from './features/links/LinkNotFound.tsx';
import { ProfileNotFound } from './features/profile/ProfileNotFound.tsx';
import { paths } from './paths.ts';

type Parameter = {
  readonly isGood: (value: string) => boolean;
  /** What is shown in place of a screen whose address has another value there. */
  readonly notFound: ReactNode;
};

const isId = (value: string) => id().safeParse(value).success;
const message: Parameter = { isGood: isId, notFound: <MessageNotFound /> };

/** Every parameter that an address of the app can have, by its name in the route table. */
export const PARAMETERS: Readonly<Record<string, Parameter>> = {
  inboxId: message,
  orderId: message,
  chatId: { isGood: isId, notFound: <ChatNotFound /> },
  linkId: { isGood: isId, notFound: <LinkNotFound /> },
  userId: { isGood: isId, notFound: <Navigate to={paths.profileNotFound()} replace /> },
  username: {
    isGood: (value) => username.safeParse(value.toLowerCase()).success,
    notFound: <ProfileNotFound />,
  },
  code: {
    isGood: (value) =>
      viewUserProfileByReferralCode.input.shape.referralCode.safeParse(value).success,
    notFound: <Navigate to={paths.referralNotFound()} replace />,
  },
};

/**
 * The layout route around every screen whose address has a parameter. An address that is damaged (cut off, or with
 * something else in the place of an id) leads to the not-found screen before anything is asked of the server.
 */
export function CheckedParameters() {
  const params = useMatches().at(-1)?.params ?? {};
  const damaged = Object.entries(params).find(
    ([name, value]) => PARAMETERS[name]?.isGood(value ?? '') === false,
  );
  return damaged ? PARAMETERS[damaged[0]]?.notFound : <Outlet />;
}
