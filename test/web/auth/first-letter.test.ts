import { beforeEach, describe, expect, test } from '@jest/globals';
import { act, screen, waitFor } from '@testing-library/react/pure';
import { authenticate, createUser, verifyUser } from '#shared/api/auth.ts';
import { viewPaymentMethod } from '#shared/api/billing.ts';
import { checkUser } from '#shared/api/current-session.ts';
import { saveDraft, viewDraft } from '#shared/api/drafts.ts';
import { checkPendingInbox } from '#shared/api/pending-inbox.ts';
import { viewUserProfile } from '#shared/api/profiles.ts';
import { doesUsernameExist } from '#shared/api/usernames.ts';
import { cents } from '#shared/money.ts';
import { instant } from '#shared/time.ts';
import { storeReturnProfile } from '#web/api/return-address.ts';
import { storeSession } from '#web/api/session.ts';
import {
  readDeviceDraft,
  storeDeviceDraft,
} from '#web/features/conversations/drafts/device-draft.ts';
import {
  readVisitorLetter,
  storeVisitorLetter,
  visitorLetterKey,
} from '#web/features/conversations/drafts/visitor-letter.ts';
import { paths } from '#web/paths.ts';
import { emptyBrowserStorage } from '../empty-storage.ts';
import {
  callsOf,
  lost,
  openScreen,
  refusal,
  requestedPaths,
  serve,
  success,
} from '../open-screen.ts';
import { ana, ben, bensProfile } from '../screen-fixtures.ts';

/* The way of somebody without an account to their first letter. docs/product/auth.md#a-first-letter */

const SUBJECT = 'Dry winters';
const TEXT = `<p>${'How do I keep a violin from cracking? '.repeat(4)}</p>`;
const WORDS = { subject: SUBJECT, text: TEXT };
const NOAH = {
  ...ana,
  id: '01J0000000000000000000000N',
  fullName: 'Noah Bennett',
  username: 'noah.bennett',
  licenseId: 'FREE' as const,
};
const TIER = 'a'.repeat(32);
const tiers = [
  { id: TIER, name: 'Short', promise: 'A few lines', minimumLength: 200, price: cents(900) },
];

/** Counts the drafts, because the page remembers the version that it has seen. */
let drafts = 0;
beforeEach(() => {
  emptyBrowserStorage();
  drafts += 1;
  offer();
  serve(doesUsernameExist, () => success(doesUsernameExist, { usernameExists: false }));
  serve(checkPendingInbox, () => success(checkPendingInbox, { hasPendingInbox: false }));
  serve(viewPaymentMethod, () => success(viewPaymentMethod, { data: [] }));
});

const offer = (more: Partial<typeof bensProfile> = {}) =>
  serve(viewUserProfile, () => success(viewUserProfile, { data: [{ ...bensProfile, ...more }] }));
const keepLetter = (words = WORDS) =>
  storeVisitorLetter({ recipientId: ben.id, username: ben.username, words });
const draft = () => ({
  id: `01J000000000000000000000D${drafts}`,
  version: 1,
  recipientId: ben.id,
  messageSubject: SUBJECT,
  messageText: TEXT,
  modifiedAt: instant(1_000),
  expiresAt: instant(2_000),
});
/** An access token of a person whose phone is confirmed, or not. */
function token(verified = true): string {
  const exp = Math.floor(Date.now() / 1_000) + 3_600;
  return `head.${btoa(JSON.stringify({ exp, sub: NOAH.id, verified }))}.signature`;
}
const tokens = (verified = true) => ({ access_token: token(verified), refresh_token: 'next' });
const heading = (name: string | RegExp) => screen.findByRole('heading', { level: 1, name });
const box = (name: string | RegExp) => screen.findByRole<HTMLInputElement>('textbox', { name });

describe('the sign-in of somebody who wants to write', () => {
  test('names the person, the field, the price and what to expect, and lets a newcomer write first', async () => {
    offer({ subCategoryName: 'Immigration Law' });
    await openScreen(paths.signInToWrite(ben.username));
    await heading('Write to Ben');
    screen.getByText('Ben Okafor');
    screen.getByText('Immigration Law');
    screen.getByRole('img', { name: '$5 per answer' });
    screen.getByText(
      /^New here, 10 openings left this month\. No answer by .*\? You get all \$5\.00/,
    );
    const isNew = screen.getByRole('link', { name: 'I am new' });
    expect(isNew.getAttribute('href')).toBe(paths.firstLetter(ben.id));
    screen.getByRole('button', { name: 'Sign in' });
    expect(screen.getByRole('link', { name: 'Register Now' }).getAttribute('href')).toBe(
      '/register',
    );
    expect(document.title).toMatch(/^Sign in/);
  });

  test('keeps the tier that was chosen on the profile', async () => {
    offer({ tiers });
    await openScreen(paths.signInToWrite(ben.username, TIER));
    const isNew = await screen.findByRole('link', { name: 'I am new' });
    expect(isNew.getAttribute('href')).toBe(paths.firstLetter(ben.id, TIER));
    screen.getByRole('img', { name: '$9 per answer' });
  });

  test('says that a letter was begun', async () => {
    keepLetter();
    await openScreen(paths.signInToWrite(ben.username));
    await screen.findByText('The letter that you began is kept on this device.');
  });

  test.each([
    ['accepts no messages', { paidResponseCommitment: 0, active: false }],
    ['has a pause', { paused: { until: null }, active: false }],
  ])('is the usual one if the person %s', async (_, more) => {
    offer(more);
    await openScreen(paths.signInToWrite(ben.username));
    await screen.findByText('Next: @ben.okafor’s profile');
    await heading('Sign in');
    expect(screen.queryByRole('link', { name: 'I am new' })).toBeNull();
  });

  test('is the usual one if the person cannot be loaded', async () => {
    serve(viewUserProfile, () => refusal('NOT_FOUND'));
    await openScreen(paths.signInToWrite(ben.username));
    await heading('Sign in');
  });

  test('leads somebody with an account to the letter that they began, as a draft', async () => {
    keepLetter();
    storeReturnProfile(ben.username, 'any');
    serve(authenticate, () =>
      success(authenticate, {
        ...tokens(),
        user_id: NOAH.id,
        full_name: NOAH.fullName,
        avatar_url: null,
      }),
    );
    serve(checkUser, () => success(checkUser, { data: [NOAH] }));
    serve(viewDraft, () => success(viewDraft, { data: [] }));
    serve(saveDraft, () => success(saveDraft, { data: [draft()] }));
    const { user, pathname } = await openScreen(paths.login());
    await user.type(await box('Username'), NOAH.username);
    await user.type(screen.getByLabelText('Password'), 'Letters-4-all');
    await user.click(screen.getByRole('button', { name: 'Sign in' }));
    expect((await box('Subject')).value).toBe(SUBJECT);
    expect(pathname()).toBe(paths.createInbox(ben.id));
    await waitFor(() => expect(callsOf(saveDraft)).toHaveLength(1));
    expect(readVisitorLetter(ben.id)).toBeUndefined();
  });
});

test.each([
  ['nobody wanted anything', () => undefined, 'Good to see you again.'],
  [
    'a profile was opened for something else than writing',
    () => storeReturnProfile(ben.username),
    'Next: @ben.okafor’s profile',
  ],
])('the sign-in is the usual one if %s', async (_, prepare, lead) => {
  prepare();
  await openScreen(paths.login());
  await heading('Sign in');
  screen.getByText(lead);
  expect(callsOf(viewUserProfile)).toHaveLength(0);
});

describe('the letter of a visitor', () => {
  test('is kept on the device and sent nowhere, also after a reload', async () => {
    const opened = await openScreen(paths.firstLetter(ben.id));
    await opened.user.type(await box('Subject'), SUBJECT);
    await screen.findByText('Kept on this device. Only you can see it.');
    expect(readVisitorLetter(ben.id)).toMatchObject({
      username: ben.username,
      words: { subject: SUBJECT },
    });
    expect(requestedPaths().filter((path) => /draft/i.test(path))).toEqual([]);
    opened.close();
    await openScreen(paths.firstLetter(ben.id));
    expect((await box('Subject')).value).toBe(SUBJECT);
  });

  test('is checked as every letter before its sender is asked who they are', async () => {
    keepLetter({ subject: SUBJECT, text: '<p>Short.</p>' });
    const { user, pathname } = await openScreen(paths.firstLetter(ben.id));
    await box('Subject');
    await user.click(screen.getByRole('button', { name: 'Continue to Payment' }));
    await screen.findByText(/must be at least 100 characters/);
    expect(pathname()).toBe(paths.firstLetter(ben.id));
  });

  test('asks for a choice among the offers, and keeps it', async () => {
    offer({
      tiers: tiers.flatMap((tier) => [tier, { ...tier, id: 'b'.repeat(32), name: 'Long' }]),
    });
    keepLetter();
    const { user, pathname, search } = await openScreen(paths.firstLetter(ben.id));
    await user.click(await screen.findByRole('button', { name: 'Continue to Payment' }));
    await screen.findByText('Please choose one');
    await user.click(screen.getByRole('radio', { name: /^Short/ }));
    await user.click(screen.getByRole('button', { name: 'Continue to Payment' }));
    await waitFor(() => expect(pathname()).toBe(`${paths.firstLetter(ben.id)}/you`));
    expect(search()).toBe(`?tier=${TIER}`);
    expect(readVisitorLetter(ben.id)?.words.tier).toBe(TIER);
  });

  test('shows what another tab wrote', async () => {
    keepLetter();
    await openScreen(paths.firstLetter(ben.id));
    expect((await box('Subject')).value).toBe(SUBJECT);
    keepLetter({ subject: 'From the other tab', text: TEXT });
    const key = visitorLetterKey(ben.id);
    const newValue = localStorage.getItem(key);
    await act(async () => window.dispatchEvent(new StorageEvent('storage', { key, newValue })));
    expect((await box('Subject')).value).toBe('From the other tab');
  });

  test('goes on as a draft once another tab has signed in', async () => {
    keepLetter();
    serve(checkUser, () => success(checkUser, { data: [NOAH] }));
    serve(viewDraft, () => success(viewDraft, { data: [] }));
    const { pathname } = await openScreen(paths.firstLetter(ben.id));
    await box('Subject');
    const { id: userId, fullName } = NOAH;
    await act(async () =>
      storeSession({ userId, fullName, avatarUrl: null, accessToken: token() }),
    );
    await waitFor(() => expect(pathname()).toBe(paths.createInbox(ben.id)));
  });

  test('is not the draft of a person whose session expired on this device', async () => {
    localStorage.setItem('endedSessionOf', ana.id);
    storeDeviceDraft(ben.id, { words: { subject: 'Private', text: TEXT } });
    const { user } = await openScreen(paths.firstLetter(ben.id));
    expect((await box('Subject')).value).toBe('');
    await user.type(await box('Subject'), 'Mine');
    expect(readDeviceDraft(ben.id)?.words.subject).toBe('Private');
    // Somebody else signs in, for whom the drafts of the person before are cleared.
    const { id: userId, fullName } = NOAH;
    await act(async () =>
      storeSession({ userId, fullName, avatarUrl: null, accessToken: token() }),
    );
    expect(readDeviceDraft(ben.id)).toBeUndefined();
    expect(readVisitorLetter(ben.id)?.words.subject).toBe('Mine');
  });

  test('is shown, to copy, if the person stopped accepting messages', async () => {
    keepLetter();
    offer({ paidResponseCommitment: 0, active: false });
    await openScreen(paths.firstLetter(ben.id));
    await screen.findByText(/accepting letters right now\. What you wrote stays/);
    screen.getByRole('heading', { name: SUBJECT });
  });

  test('is shown, to copy, if the account of the person is gone', async () => {
    keepLetter();
    serve(viewUserProfile, () => refusal('NOT_FOUND'));
    await openScreen(paths.firstLetter(ben.id));
    await screen.findByText('This account isn’t available');
    screen.getByRole('heading', { name: SUBJECT });
  });
});

/** Opens the form that asks who the letter is from, and fills it in. */
async function fillForm() {
  const opened = await openScreen(paths.firstLetterSender(ben.id));
  const { user } = opened;
  await user.type(await box('Full name'), NOAH.fullName);
  await user.type(await box('Phone number'), '2123991234');
  await waitFor(async () => expect((await box('Username')).value).toBe('noah.bennett'));
  await user.type(screen.getByLabelText('Password'), 'Letters-4-all');
  return opened;
}
const textMe = () => screen.getByRole('button', { name: 'Text me the code' });

/** Registers, and returns the screen with the boxes of the code. */
async function register() {
  keepLetter();
  serve(createUser, () => success(createUser, { data: [{ ...NOAH, verified: false }] }));
  const opened = await fillForm();
  await opened.user.click(textMe());
  await heading('Enter the code');
  return opened;
}
const enterCode = async (user: Awaited<ReturnType<typeof register>>['user'], code = '482915') => {
  await user.click(await box('Verification code'));
  await user.paste(code);
};
/** The account is confirmed, and the server answers its screens. */
function confirmed(): void {
  serve(checkUser, () => success(checkUser, { data: [NOAH] }));
  let saved = false;
  serve(saveDraft, () => {
    saved = true;
    return success(saveDraft, { data: [draft()] });
  });
  serve(viewDraft, () => success(viewDraft, { data: saved ? [draft()] : [] }));
}

describe('who the letter is from', () => {
  test('is asked only for a letter that is written', async () => {
    const { pathname } = await openScreen(paths.firstLetterSender(ben.id));
    await box('Subject');
    expect(pathname()).toBe(paths.firstLetter(ben.id));
  });

  test('is one form without plan and price, which registers a sender', async () => {
    await register();
    const [{ input, key } = { input: new URLSearchParams(), key: null }] = callsOf(createUser);
    expect(Object.fromEntries(input)).toEqual({
      fullName: 'Noah Bennett',
      phoneNumber: '+12123991234',
      username: 'noah.bennett',
      password: 'Letters-4-all',
      asSender: 'true',
    });
    expect(key).not.toBeNull();
    screen.getByText('(212) 399-1234');
    screen.getByText(SUBJECT);
  });

  test('proposes another username if the first is taken, and leaves one that was chosen', async () => {
    keepLetter();
    serve(doesUsernameExist, ({ input }) =>
      success(doesUsernameExist, { usernameExists: input.get('username') === 'noah.bennett' }),
    );
    const { user } = await openScreen(paths.firstLetterSender(ben.id));
    await user.type(await box('Full name'), 'Noah Bennett');
    await waitFor(async () => expect((await box('Username')).value).toBe('noahbennett'));
    await user.clear(await box('Username'));
    await user.type(await box('Username'), 'nb');
    await user.type(await box('Full name'), ' Smith');
    await waitFor(() =>
      expect(callsOf(doesUsernameExist).map(({ input }) => input.get('username'))).toContain(
        'noah.bennett.smith',
      ),
    );
    expect((await box('Username')).value).toBe('nb');
  });

  test('selects a proposal that comes while the person is in the empty field, so that typing replaces it', async () => {
    keepLetter();
    const { user } = await openScreen(paths.firstLetterSender(ben.id));
    await user.type(await box('Full name'), 'Noah Bennett');
    const field = await box('Username');
    await user.click(field);
    await waitFor(() => expect(field.value).toBe('noah.bennett'));
    expect([field.selectionStart, field.selectionEnd]).toEqual([0, 'noah.bennett'.length]);
    await user.keyboard('nb');
    expect(field.value).toBe('nb');
  });

  test('proposes nothing to whoever has emptied the username, until they leave it', async () => {
    keepLetter();
    let answer = () => {};
    const asked = new Promise<void>((resolve) => {
      answer = resolve;
    });
    serve(doesUsernameExist, async ({ input }) => {
      if (input.get('username') !== 'noah.bennett') await asked;
      return success(doesUsernameExist, { usernameExists: false });
    });
    const { user } = await openScreen(paths.firstLetterSender(ben.id));
    await user.type(await box('Full name'), 'Noah Bennett');
    await waitFor(async () => expect((await box('Username')).value).toBe('noah.bennett'));
    await user.type(await box('Full name'), ' Smith');
    await waitFor(() =>
      expect(callsOf(doesUsernameExist).map(({ input }) => input.get('username'))).toContain(
        'noah.bennett.smith',
      ),
    );
    await user.clear(await box('Username'));
    answer();
    await act(async () => {
      await asked;
      await new Promise((resolve) => setTimeout(resolve));
    });
    expect((await box('Username')).value).toBe('');
    await user.click(await box('Full name'));
    await waitFor(async () => expect((await box('Username')).value).toBe('noah.bennett.smith'));
  });

  test('keeps the focus in the username when it turns out to be available', async () => {
    keepLetter();
    const { user } = await openScreen(paths.firstLetterSender(ben.id));
    const field = await box('Username');
    await user.type(field, 'noah.b');
    await screen.findByText('Available');
    expect(document.activeElement).toBe(field);
  });

  test('says at its field that the username is taken, and keeps what was typed', async () => {
    keepLetter();
    serve(createUser, () => refusal('USERNAME_TAKEN', { username: 'Username already in use' }));
    const { user } = await fillForm();
    await user.click(textMe());
    await screen.findByText('Username already in use');
    expect((await box('Full name')).value).toBe('Noah Bennett');
    expect(document.activeElement).toBe(await box('Username'));
  });

  test('leads the owner of a known phone number to the sign-in, with the letter', async () => {
    keepLetter();
    serve(createUser, () => refusal('PHONE_TAKEN', { phoneNumber: 'Phone number already in use' }));
    const { user } = await fillForm();
    await user.click(textMe());
    await screen.findByText('Phone number already in use');
    screen.getByText(/and your letter comes with you/);
    expect(screen.getByRole('link', { name: 'Sign in' }).getAttribute('href')).toBe('/login');
    expect(readVisitorLetter(ben.id)?.words).toEqual(WORDS);
  });

  test('is sent once although the first response is lost', async () => {
    keepLetter();
    let calls = 0;
    serve(createUser, () => {
      calls += 1;
      return calls === 1 ? lost() : success(createUser, { data: [{ ...NOAH, verified: false }] });
    });
    const { user } = await fillForm();
    await user.click(textMe());
    await heading('Enter the code');
    expect(new Set(callsOf(createUser).map(({ key }) => key)).size).toBe(1);
  });
});

describe('the code', () => {
  test('saves the letter as a draft of the account and leads to its payment', async () => {
    const { user, pathname } = await register();
    serve(verifyUser, () => success(verifyUser, tokens()));
    confirmed();
    await enterCode(user);
    await heading('Confirm Payment');
    expect(pathname()).toBe(paths.inboxPayment(ben.id));
    screen.getByText(SUBJECT);
    expect(screen.getByText('Payment').closest('li')?.getAttribute('aria-current')).toBe('step');
    const [{ input } = { input: new URLSearchParams() }] = callsOf(saveDraft);
    expect(input.get('messageSubject')).toBe(SUBJECT);
    expect(input.get('messageText')).toBe(TEXT);
    expect(callsOf(saveDraft)).toHaveLength(1);
    expect(readVisitorLetter(ben.id)).toBeUndefined();
  });

  test('empties its boxes and says so if it is wrong; the letter stays', async () => {
    const { user } = await register();
    serve(verifyUser, () =>
      refusal('UNAUTHENTICATED', { verificationCode: 'There was an error verifying account' }),
    );
    await enterCode(user);
    await screen.findByText('There was an error verifying account');
    expect((await box('Verification code')).value).toBe('');
    expect(readVisitorLetter(ben.id)?.words).toEqual(WORDS);
  });

  test('is asked for again after a reload, in the same screen', async () => {
    (await register()).close();
    const { user } = await openScreen(paths.firstLetterSender(ben.id));
    await heading('Enter the code');
    await user.click(screen.getByRole('button', { name: 'Not you? Start again' }));
    expect((await box('Full name')).value).toBe('');
  });

  test('signs in with the password if the response to the right code was lost', async () => {
    const { user } = await register();
    let calls = 0;
    serve(verifyUser, () => {
      calls += 1;
      return calls === 1 ? lost() : refusal('UNAUTHENTICATED');
    });
    serve(authenticate, () =>
      success(authenticate, {
        ...tokens(),
        user_id: NOAH.id,
        full_name: NOAH.fullName,
        avatar_url: null,
      }),
    );
    confirmed();
    await enterCode(user);
    await heading('Confirm Payment');
  });

  test('does not sign in with the password while the phone is not confirmed', async () => {
    const { user } = await register();
    let calls = 0;
    serve(verifyUser, () => {
      calls += 1;
      return calls === 1 ? lost() : refusal('UNAUTHENTICATED');
    });
    serve(authenticate, () =>
      success(authenticate, {
        ...tokens(false),
        user_id: NOAH.id,
        full_name: NOAH.fullName,
        avatar_url: null,
      }),
    );
    await enterCode(user);
    await waitFor(() => expect(callsOf(authenticate)).toHaveLength(1));
    await heading('Enter the code');
    expect(localStorage.getItem('session')).toBeNull();
  });

  test('leads to the letter, which is on the device, if it could not be saved', async () => {
    const { user, pathname } = await register();
    serve(verifyUser, () => success(verifyUser, tokens()));
    serve(checkUser, () => success(checkUser, { data: [NOAH] }));
    serve(viewDraft, () => success(viewDraft, { data: [] }));
    serve(saveDraft, lost);
    await enterCode(user);
    expect((await box('Subject')).value).toBe(SUBJECT);
    expect(pathname()).toBe(paths.createInbox(ben.id));
  });
});

test('the payment says that the price changed since the letter was written', async () => {
  const { user } = await register();
  serve(verifyUser, () => success(verifyUser, tokens()));
  confirmed();
  offer({ paidResponsePrice: cents(700), paidResponsePriceFormatted: '$7.00' });
  await enterCode(user);
  await screen.findByText('The price is now $7.00');
  screen.getByText(
    /It was \$5\.00 when you wrote; Ben has just changed it\. Nothing was charged\./,
  );
});
