import { createContext, use } from 'react';

/** The context of the shell: the signed-in user, and the addresses of its links. */
export type ShellValue = {
  /** Undefined while nobody is signed in. */
  person: { name: string; imageUrl: string | null } | undefined;
  paths: {
    /** The address of the logo. */
    start: string;
    signIn: string;
    /** The pages where a visitor starts: the people who answer, and the registration. */
    browse: string;
    register: string;
    settings: string;
    /** The page where one asks for help: for visitors the profile of the support team. */
    help: string;
    /** The address of the install page. */
    install: string;
    inbox: string;
    outbox: string;
    home: string;
    users: string;
    profile: string;
  };
  /** The desk, for staff whom it is open to, with the number of cases that wait. */
  desk?: { path: string; open: number } | undefined;
  /** The unread counts; chat is reached from Home. */
  unread: { inbox: number; outbox: number; chats: number };
};

export const ShellContext = createContext<ShellValue | undefined>(undefined);

export function useShell(): ShellValue {
  const value = use(ShellContext);
  if (!value) throw new Error('a page stands outside of the AppShell');
  return value;
}
