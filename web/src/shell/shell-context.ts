import { createContext, use } from 'react';

/** What the shell has to know of the product: who is signed in, and where its own links lead. */
export type ShellValue = {
  /** undefined while nobody is signed in. */
  person: { name: string; imageUrl: string | null } | undefined;
  paths: {
    /** Where the logo leads. */
    start: string;
    signIn: string;
    settings: string;
    /** How the app gets to the home screen. */
    install: string;
    inbox: string;
    outbox: string;
    home: string;
    users: string;
    profile: string;
  };
  /** How much there was not seen yet; chat is reached from Home. */
  unread: { inbox: number; outbox: number; chats: number };
};

export const ShellContext = createContext<ShellValue | undefined>(undefined);

export function useShell(): ShellValue {
  const value = use(ShellContext);
  if (!value) throw new Error('a page stands outside of the AppShell');
  return value;
}
