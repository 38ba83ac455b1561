import { describe, expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react/pure';
import { authenticate } from '#shared/api/auth.ts';
import {
  beginPasskeyRegistration,
  beginPasskeySignIn,
  removePasskey,
  renamePasskey,
  viewPasskeys,
} from '#shared/api/passkeys.ts';
import { endOtherSessions, endSession, viewSessions } from '#shared/api/sessions.ts';
import { DAY, type Instant, instant, later } from '#shared/time.ts';
import { LOST_RESPONSE } from '#web/api/client.ts';
import { paths } from '#web/paths.ts';
import { callsOf, openScreen, refusal, serve, success } from '../open-screen.ts';
import { ana } from '../screen-fixtures.ts';

/* The screen about devices and passkeys. docs/product/auth.md#where-you-are-signed-in */

const now = instant(Date.now());
const button = (name: string | RegExp) => screen.findByRole('button', { name });

const here = {
  id: '01J000000000000000000000AA',
  browser: 'Safari on iPhone',
  current: true,
  signedInWith: 'passkey' as const,
  signedInAt: now,
  lastUsedAt: now,
  notifications: true,
};
const elsewhere = {
  id: '01J000000000000000000000BB',
  browser: null,
  current: false,
  signedInWith: 'password' as const,
  signedInAt: now,
  lastUsedAt: now,
  notifications: false,
};
const phone = {
  id: 'A'.repeat(43),
  name: 'Phone',
  backedUp: true,
  lastUsedAt: null,
  createdAt: later(now, -4 * DAY),
  confirmsFrom: later(now, -DAY),
  opensDeskFrom: null as Instant | null,
};

const serveSessions = (...sessions: (typeof here | typeof elsewhere)[]) =>
  serve(viewSessions, () => success(viewSessions, { data: sessions }));
const servePasskeys = (...passkeys: (typeof phone)[]) =>
  serve(viewPasskeys, () => success(viewPasskeys, { data: passkeys }));

/** Lets the browser say that it has passkeys. */
const inBrowserWithPasskeys = () => Reflect.set(window, 'PublicKeyCredential', Object);

describe('the list of sessions', () => {
  test('marks this device, which has no button, and names the others plainly', async () => {
    serveSessions(here, elsewhere);
    servePasskeys();
    await openScreen(paths.devicesAndPasskeys(), ana);
    const list = await screen.findByRole('list', { name: 'Where you are signed in' });
    const [first, second] = within(list).getAllByRole('listitem');
    expect(first?.textContent).toContain('Safari on iPhone · this device');
    expect(first?.textContent).toContain('In use now');
    expect(first?.textContent).toContain('gets notifications');
    expect(within(first as HTMLElement).queryByRole('button')).toBeNull();
    expect(second?.textContent).toContain('Unknown browser');
    expect(second?.textContent).toContain('Signed in with your password on');
  });

  test('signs out one device, and says if that failed', async () => {
    serveSessions(here, elsewhere);
    servePasskeys();
    serve(endSession, () => refusal('UNAVAILABLE'));
    const { user } = await openScreen(paths.devicesAndPasskeys(), ana);
    await user.click(await button('Sign out Unknown browser'));
    await screen.findByText(LOST_RESPONSE);
    serve(endSession, () => success(endSession, {}));
    serveSessions(here);
    await user.click(await button('Sign out Unknown browser'));
    await screen.findByText('Unknown browser is signed out.');
    expect(callsOf(endSession).at(-1)?.input.get('sessionId')).toBe(elsewhere.id);
    expect(screen.queryByRole('button', { name: 'Sign out everywhere else' })).toBeNull();
  });

  test('signs out all others after a confirmation', async () => {
    serveSessions(here, elsewhere);
    servePasskeys();
    serve(endOtherSessions, () => success(endOtherSessions, {}));
    const { user } = await openScreen(paths.devicesAndPasskeys(), ana);
    await user.click(await button('Sign out everywhere else'));
    expect(callsOf(endOtherSessions)).toEqual([]);
    const dialog = await screen.findByRole('alertdialog');
    serveSessions(here);
    await user.click(within(dialog).getByRole('button', { name: 'Sign out everywhere else' }));
    await screen.findByText('You’re signed out everywhere else.');
    expect(callsOf(endOtherSessions)).toHaveLength(1);
  });

  test('offers a retry if it could not be loaded, and shows the passkeys', async () => {
    serve(viewSessions, () => refusal('FORBIDDEN'));
    servePasskeys(phone);
    await openScreen(paths.devicesAndPasskeys(), ana);
    await screen.findByText('We couldn’t load where you are signed in.');
    await screen.findByText('Phone');
  });
});

describe('the passkeys', () => {
  test('cannot be added in a browser without them', async () => {
    serveSessions(here);
    servePasskeys();
    await openScreen(paths.devicesAndPasskeys(), ana);
    await screen.findByText('This browser can’t make passkeys.');
    expect(screen.queryByRole('button', { name: 'Add a passkey' })).toBeNull();
  });

  test('say from when on a new one confirms changes', async () => {
    serveSessions(here);
    servePasskeys({ ...phone, confirmsFrom: later(now, DAY) });
    await openScreen(paths.devicesAndPasskeys(), ana);
    await screen.findByText(/^Confirms changes after /);
  });

  test('offer to remove a new one in its row, without the password', async () => {
    serveSessions(here);
    servePasskeys({ ...phone, confirmsFrom: later(now, DAY) });
    serve(removePasskey, () => success(removePasskey, {}));
    const { user } = await openScreen(paths.devicesAndPasskeys(), ana);
    await user.click(await button('Not you? Remove Phone'));
    const dialog = await screen.findByRole('dialog');
    expect(within(dialog).queryByLabelText('Your password')).toBeNull();
    servePasskeys();
    await user.click(within(dialog).getByRole('button', { name: 'Remove passkey' }));
    await waitFor(() => expect(callsOf(removePasskey)).toHaveLength(1));
  });

  test('that remain after signing out everywhere else are named with a button to remove each', async () => {
    serveSessions(here, elsewhere);
    servePasskeys(phone);
    serve(endOtherSessions, () => success(endOtherSessions, {}));
    const { user } = await openScreen(paths.devicesAndPasskeys(), ana);
    await user.click(await button('Sign out everywhere else'));
    expect(screen.queryByRole('button', { name: 'Remove Phone' })).toBeNull();
    const dialog = await screen.findByRole('alertdialog');
    serveSessions(here);
    await user.click(within(dialog).getByRole('button', { name: 'Sign out everywhere else' }));
    await screen.findByText('These can still sign in. Remove each one that you don’t know.');
    await button('Remove Phone');
  });

  test('show a wrong password at its field, and keep the name', async () => {
    inBrowserWithPasskeys();
    serveSessions(here);
    servePasskeys();
    serve(beginPasskeyRegistration, () =>
      refusal('INVALID_INPUT', { password: 'That password is incorrect' }),
    );
    const { user } = await openScreen(paths.devicesAndPasskeys(), ana);
    await user.click(await button('Add a passkey'));
    const name = await screen.findByLabelText<HTMLInputElement>('Name');
    await user.clear(name);
    await user.type(name, 'Work laptop');
    await user.type(screen.getByLabelText('Your password'), 'Wrong-Horse-1');
    await user.click(await button('Continue'));
    await screen.findByText('That password is incorrect');
    expect(name.value).toBe('Work laptop');
    Reflect.deleteProperty(window, 'PublicKeyCredential');
  });

  test('are renamed, and removed with the password', async () => {
    serveSessions(here);
    servePasskeys(phone);
    serve(renamePasskey, () => success(renamePasskey, {}));
    serve(removePasskey, () => success(removePasskey, {}));
    const { user } = await openScreen(paths.devicesAndPasskeys(), ana);
    await user.click(await button('More about Phone'));
    await user.click(await screen.findByRole('menuitem', { name: 'Rename' }));
    const name = await screen.findByLabelText('Name');
    await user.clear(name);
    await user.type(name, 'Old phone');
    servePasskeys({ ...phone, name: 'Old phone' });
    await user.click(await button('Save'));
    await screen.findByText('Old phone');
    expect(callsOf(renamePasskey).at(-1)?.input.get('passkeyId')).toBe(phone.id);
    await user.click(await button('More about Old phone'));
    await user.click(await screen.findByRole('menuitem', { name: 'Remove' }));
    await screen.findByText(
      /For 72 hours after that, no one can reset the password, .* a link that stops it in that time\.$/,
    );
    await user.type(await screen.findByLabelText('Your password'), 'Correct-Horse-1');
    servePasskeys();
    await user.click(await button('Remove passkey'));
    await screen.findByText(
      /^Old phone can’t sign in anymore\. Other changes of your account wait until /,
    );
    expect(callsOf(removePasskey).at(-1)?.input.get('passkeyId')).toBe(phone.id);
  });
});

describe('the sign-in', () => {
  test('says in a browser without passkeys that the password works, and asks the server for no tokens', async () => {
    serve(beginPasskeySignIn, () => success(beginPasskeySignIn, { challenge: 'A'.repeat(43) }));
    const { user } = await openScreen(paths.login());
    await user.click(await button('Sign in with a passkey'));
    await screen.findByText('This browser can’t use passkeys. Your password works.');
    expect(callsOf(authenticate)).toEqual([]);
  });
});

describe('the passkeys of staff', () => {
  const staff = { ...ana, permissionIds: ['FINANCE' as const] };
  const added = { ...phone, id: 'B'.repeat(43), opensDeskFrom: later(now, DAY) };
  const LINK = 'L'.repeat(43);

  test('say which one opens the desk, and that another one needs an operator’s link', async () => {
    inBrowserWithPasskeys();
    serveSessions(here);
    servePasskeys(phone, added);
    await openScreen(paths.devicesAndPasskeys(), staff);
    await screen.findByText(/^Opens the desk after /);
    await screen.findByText(/^You’re staff\. To add a passkey, ask an operator for a link/);
    expect(screen.queryByRole('button', { name: 'Add a passkey' })).toBeNull();
  });

  test('a link is sent with the registration', async () => {
    inBrowserWithPasskeys();
    serveSessions(here);
    servePasskeys();
    serve(beginPasskeyRegistration, () => refusal('FORBIDDEN'));
    const { user } = await openScreen(`${paths.devicesAndPasskeys()}#desk=${LINK}`, staff);
    await user.click(await button('Add a passkey for the desk'));
    await user.type(await screen.findByLabelText('Your password'), 'Letters-4-all');
    await user.click(await button('Continue'));
    await waitFor(() => expect(callsOf(beginPasskeyRegistration)).toHaveLength(1));
    expect(callsOf(beginPasskeyRegistration)[0]?.input.get('link')).toBe(LINK);
  });
});
