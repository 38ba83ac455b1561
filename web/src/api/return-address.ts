import { deviceStorage, tabStorage } from './storage.ts';

/*
 * The address that a person wanted when they had to sign in: a screen of the app, or a profile.
 * docs/product/auth.md#where-people-go-first. A newer one replaces an older one, and each is used once.
 */

const ADDRESS = 'wantedAddress';
const PROFILE = 'redirectToProfile';

/** Stores an address of this app for after the sign-in. Addresses of other origins are ignored. */
export function storeReturnAddress(address: string): void {
  if (!isAppAddress(address)) return;
  deviceStorage.removeItem(PROFILE);
  tabStorage.setItem(ADDRESS, address);
}

/** Removes the stored address and returns it. */
export function takeReturnAddress(): string | undefined {
  const address = tabStorage.getItem(ADDRESS);
  tabStorage.removeItem(ADDRESS);
  return address !== null && isAppAddress(address) ? address : undefined;
}

/** Whether an address is stored, which means that a screen asked this person to sign in. */
export const hasReturnAddress = (): boolean => tabStorage.getItem(ADDRESS) !== null;

/** Stores the profile to return to, also after a registration. */
export function storeReturnProfile(username: string): void {
  tabStorage.removeItem(ADDRESS);
  deviceStorage.setItem(PROFILE, username);
}

export function returnProfile(): string | undefined {
  return deviceStorage.getItem(PROFILE) ?? undefined;
}

export function clearReturnProfile(): void {
  deviceStorage.removeItem(PROFILE);
}

/**
 * Whether this is a path of this origin. Browsers read `//elsewhere` and `/\\elsewhere` as addresses of other hosts.
 */
export function isAppAddress(address: string): boolean {
  const here = 'https://here.invalid';
  return (
    address.startsWith('/') && URL.canParse(address, here) && new URL(address, here).origin === here
  );
}
