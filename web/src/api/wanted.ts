/*
 * Where a person was going when they were asked to sign in: an address of the app, or somebody's profile. See
 * docs/product/auth.md#where-people-go-first. The newer wish replaces the older one, and each is followed once.
 */

const ADDRESS = 'wantedAddress';
const PROFILE = 'redirectToProfile';

/** Keeps an address of this app for after signing in. Anything that could lead elsewhere is not kept. */
export function wantAddress(address: string): void {
  if (!isOwnAddress(address)) return;
  localStorage.removeItem(PROFILE);
  sessionStorage.setItem(ADDRESS, address);
}

/** The kept address, once. */
export function takeWantedAddress(): string | undefined {
  const address = sessionStorage.getItem(ADDRESS);
  sessionStorage.removeItem(ADDRESS);
  return address !== null && isOwnAddress(address) ? address : undefined;
}

/** Whether an address is kept: the person was on a screen that needs a session, and has none. */
export const wantsAddress = (): boolean => sessionStorage.getItem(ADDRESS) !== null;

/** Keeps whose profile to come back to, also through a registration. */
export function wantProfile(username: string): void {
  sessionStorage.removeItem(ADDRESS);
  localStorage.setItem(PROFILE, username);
}

export function wantedProfile(): string | undefined {
  return localStorage.getItem(PROFILE) ?? undefined;
}

export function forgetWantedProfile(): void {
  localStorage.removeItem(PROFILE);
}

/** A path on this origin. A browser reads `//elsewhere`, `/\\elsewhere` and the like as addresses of other hosts. */
export function isOwnAddress(address: string): boolean {
  const here = 'https://here.invalid';
  return (
    address.startsWith('/') && URL.canParse(address, here) && new URL(address, here).origin === here
  );
}
