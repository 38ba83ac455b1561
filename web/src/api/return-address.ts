import { deviceStorage, tabStorage } from './storage.ts';

/*
 * The address that a person wanted when they had to sign in: a screen of the app, or a profile.
 * docs/product/auth.md#where-people-go-first. A newer one replaces an older one, and each is used once.
 */

const ADDRESS = 'wantedAddress';
const PROFILE = 'redirectToProfile';
/** What the person wants to write to that profile: a tier, or any offer. */
const LETTER = 'writeToProfile';

/** Stores an address of this app for after the sign-in. Addresses of other origins are ignored. */
export function storeReturnAddress(address: string): void {
  if (!isAppAddress(address)) return;
  clearReturnProfile();
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

/**
 * Stores the profile to return to, also after a registration. `offer`: the tier that the person chose there, or any, if they want to
 * write.
 */
export function storeReturnProfile(username: string, offer?: string): void {
  tabStorage.removeItem(ADDRESS);
  deviceStorage.setItem(PROFILE, username);
  if (offer === undefined) deviceStorage.removeItem(LETTER);
  else deviceStorage.setItem(LETTER, offer);
}

export function returnProfile(): string | undefined {
  return deviceStorage.getItem(PROFILE) ?? undefined;
}

/** The offer of the stored profile that the person wants to write for; undefined if they came for something else. */
export function wantedOffer(): string | undefined {
  return deviceStorage.getItem(LETTER) ?? undefined;
}

export function clearReturnProfile(): void {
  deviceStorage.removeItem(PROFILE);
  deviceStorage.removeItem(LETTER);
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
