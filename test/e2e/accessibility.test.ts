import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Browser } from 'playwright-core';
import type { Local } from '#lib/local/local.ts';
import { DEMO_PASSWORD } from '#lib/local/seed/demo.ts';
import { paths } from '#web/paths.ts';
import {
  checkedAddresses,
  checkScreen,
  checkScreens,
  type Screen,
} from '../support/accessibility-checks.ts';
import { isGone, openPhone, type Product, phoneOf, startProduct } from '../support/browser.ts';
import { readLocal, signInOver, visitorOver } from '../support/client.ts';
import {
  checkClosingPages,
  checkContactPages,
  checkLinkPages,
  checkPaymentPages,
} from '../support/page-flows.ts';
import { photoOf } from '../support/photo-fixtures.ts';
import { expectRefused } from '../support/refusals.ts';
import { SCREEN_GROUPS } from '../support/screen-groups.ts';
import { until } from '../support/until.ts';

/*
 * Every screen on a phone in both color schemes: no violation found by axe-core, nothing in the console, no
 * horizontal overflow (also on a small phone and with large text), a document title and one h1.
 */

let product: Product;
let local: Local;
let browser: Browser;

beforeAll(async () => {
  product = await startProduct({ seed: true });
  ({ local, browser } = product);
});

afterAll(() => product?.stop());

/** The code in the newest text message with one to this number, once it has arrived. Texts about letters have none. */
async function newestCode(phoneNumber: string): Promise<string> {
  const path = `/_local/sms?phoneNumber=${encodeURIComponent(phoneNumber)}`;
  let code: string | undefined;
  await until(async () => {
    const { data } = await readLocal(local.url, path);
    code = data.find((text: { code?: string }) => text.code)?.code;
    return code !== undefined;
  });
  return code ?? '';
}

describe('every screen is accessible in both color schemes', () => {
  test('for a visitor who is not signed in', async () => {
    const phone = await openPhone(browser, local.url);
    const faults = await checkScreens(phone, [
      ['the landing page', paths.home()],
      ['sign in', paths.login()],
      ['sign in with a code', paths.oneTimeLogin()],
      ['register', paths.register()],
      ['a profile', paths.profile('ana.markovic')],
      ['a profile that takes no messages', paths.profile(await closedProfile())],
      ['the product’s own profile', paths.profile('support')],
      ['a profile that is not there', paths.profile('nobody.here')],
      ['profile not found', paths.profileNotFound()],
      ['an invitation', await invitationOf('ben.okafor')],
      ['an invitation of nobody', paths.referral('NOBODYS1')],
      ['the page that checks a letter', await letterTo('ben.okafor')],
      ['a letter that there is not', paths.checkLetter('01J0000000000000000000000A')],
      ['the usage policy', paths.publicUsagePolicy()],
      ['the privacy policy', paths.publicPrivacyPolicy()],
      ['the figures of the platform', paths.reliability()],
      ['creators of a category', paths.browse('category=CATEGORY_07')],
      ['no such page', '/no/such/page'],
    ]);
    await phone.page.goto(paths.oneTimeLogin());
    await phone.page.getByLabel('Phone number').pressSequentially('5555550142');
    await phone.page.getByRole('button', { name: 'Send One-Time Code' }).click();
    await phone.page.waitForURL(`**${paths.oneTimeLoginVerification()}`);
    faults.push(...(await checkScreen(phone, 'the code that signs in')));
    expect(faults).toEqual([]);
  });

  test('for a visitor who registers', async () => {
    const phone = await openPhone(browser, local.url);
    const { page } = phone;
    await page.goto(paths.register());
    await page.getByRole('button', { name: 'Register' }).click();
    const faults = await checkScreen(phone, 'register, with every field wrong');
    await page.getByLabel('Full name', { exact: true }).fill('Nora Lindqvist');
    await page.getByLabel('Phone number').pressSequentially('5555550177');
    await page.getByLabel('Username').fill('nora.lindqvist');
    await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD);
    await page.getByRole('button', { name: 'Register' }).click();
    await page.waitForURL(`**${paths.verify()}`);
    faults.push(...(await checkScreen(phone, 'confirm your phone')));
    const texts = await readLocal(
      local.url,
      `/_local/sms?phoneNumber=${encodeURIComponent('(555) 555-0177')}`,
    );
    await page.getByRole('textbox').first().click();
    // Texts about letters arrive meanwhile, and have no code.
    const { code } = texts.data.find((text: { code?: string }) => text.code);
    await page.keyboard.type(code);
    await page.waitForURL(`**${paths.license()}`);
    faults.push(...(await checkScreen(phone, 'step 1')));
    await page.getByRole('button', { name: 'Continue with Free' }).click();
    await page.waitForURL(`**${paths.inboundMessaging()}`);
    faults.push(...(await checkScreen(phone, 'step 2')));
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.waitForURL(`**${paths.registrationFreeCheckout()}`);
    faults.push(...(await checkScreen(phone, 'step 3')));
    await page.getByRole('button', { name: 'Finish' }).click();
    await page.waitForURL(`**${paths.dashboard()}`);
    faults.push(
      ...(await checkScreen(phone, 'the first dashboard')),
      ...(await checkScreens(phone, [
        ['an empty inbox', paths.inbox()],
        ['no orders yet', paths.orders()],
        ['a balance of nothing', paths.accountBalance()],
        ['a ledger of nothing', paths.ledger()],
        ['no payouts', paths.payouts()],
        ['no card on file', paths.paymentMethod()],
        ['the free plan, without a card', paths.subscription()],
      ])),
    );
    expect(faults).toEqual([]);
  });

  test('for a visitor who resets a password', async () => {
    const phone = await openPhone(browser, local.url);
    const { page } = phone;
    for (const early of [paths.forgetPasswordVerification(), paths.resetPassword()]) {
      await page.goto(early);
      await page.waitForURL(`**${paths.forgetPassword()}`);
    }
    await page.goto(paths.login());
    await page.getByRole('link', { name: 'Forgot Password' }).click();
    await page.getByRole('button', { name: 'Send code' }).click();
    const faults = await checkScreen(phone, 'forgot, with no name');
    await page.getByLabel('Username').fill('daniel.reyes');
    await page.getByRole('button', { name: 'Send code' }).click();
    await page.waitForURL(`**${paths.forgetPasswordVerification()}`);
    faults.push(...(await checkScreen(phone, 'the code for a new password')));
    await page.getByRole('textbox').first().click();
    await page.keyboard.type(await newestCode('(555) 555-1010'));
    await page.waitForURL(`**${paths.resetPassword()}`);
    await page.getByLabel('New password', { exact: true }).fill('Letters-4-you');
    await page.getByLabel('Confirm new password').fill('Letters-5-you');
    await page.getByRole('button', { name: 'Reset password' }).click();
    await page.getByText('New passwords must match').waitFor();
    faults.push(...(await checkScreen(phone, 'a new password, typed two ways')));
    await page.getByLabel('Confirm new password').fill('Letters-4-you');
    await page.getByRole('button', { name: 'Reset password' }).click();
    await page.waitForURL(`**${paths.login()}`);
    await page.getByText('Your password is changed').first().waitFor();
    const daniel = visitorOver(local.url);
    const old = daniel.signsIn('daniel.reyes', { password: DEMO_PASSWORD });
    await expectRefused(old, 401, 'UNAUTHENTICATED');
    await daniel.signsIn('daniel.reyes', { password: 'Letters-4-you' });
    expect(faults).toEqual([]);
  });

  test('for the sender of messages', async () => {
    const { person, ...phone } = await phoneOf(product, 'ben.okafor');
    const { data: orders } = await person.outbox({ filter: 'ALL', skip: 0 });
    const open = orders.find(({ status }) => status === 'OPEN')?.id ?? '';
    const pending = orders.find(({ status }) => status === 'PENDING')?.id ?? '';
    const paused = orders.find(({ status }) => status === 'NEEDS_INFO')?.id ?? '';
    const oneOfEach = [...new Map(orders.map((order) => [order.status, order.id]))];
    const { id: ana } = await person.profileNamed('lucia.prado');
    const faults = await checkScreens(phone, [
      ['orders', paths.orders()],
      ...oneOfEach.map(([status, id]) => [`an order, ${status}`, paths.orderViewer(id)] as const),
      ['a free reply', paths.orderReply(open)],
      ['a reply to a question', paths.giveInformation(paused)],
      ['no links', paths.userLinks()],
      ['cancel', paths.cancel(pending)],
      ['cancel what is over', paths.cancel(open)],
      ['the card on file', paths.paymentMethod()],
      ['another card', paths.updatePaymentMethod()],
      ['the free plan', paths.subscription()],
      ['write', paths.createInbox(ana)],
    ]);
    faults.push(...(await checkPaymentPages(phone)));
    faults.push(...(await checkScreens(phone, [['paid', paths.paymentSuccess()]])));
    expect(faults).toEqual([]);
  });

  test('for the recipient of messages', async () => {
    const { person, ...phone } = await phoneOf(product, 'ana.markovic');
    const { data: rows } = await person.inbox({ filter: 'ALL', skip: 0 });
    const open = rows.find(({ status }) => status === 'OPEN')?.id ?? '';
    const pending = rows.find(({ status }) => status === 'PENDING')?.id ?? '';
    const oneOfEach = [...new Map(rows.map((row) => [row.status, row.id]))];
    const faults = await checkScreens(phone, [
      ['the dashboard', paths.dashboard()],
      ['the inbox', paths.inbox()],
      ['messages of no kind', `${paths.inbox()}?filter=EXPIRED`],
      ...oneOfEach.map(([status, id]) => [`a message, ${status}`, paths.inboxViewer(id)] as const),
      ['the paid reply', paths.paidReply(pending)],
      ['the paid reply to what is over', paths.paidReply(open)],
      ['a question before the answer', paths.askFirst(pending)],
      ['a free reply', paths.inboxReply(open)],
      ['the answer session', paths.answer()],
      ['report', paths.report(pending)],
      ['decline', paths.decline(pending)],
      ['decline what is over', paths.decline(open)],
    ]);
    faults.push(...(await checkClosingPages(phone, open)));
    expect(faults).toEqual([]);
  });

  test('for a user with contacts and chats', async () => {
    const { person, ...phone } = await phoneOf(product, 'ana.markovic');
    const idOf = async (username: string): Promise<string> =>
      (await person.profileNamed(username)).id;
    const faults = await checkScreens(phone, [
      ['chats', paths.chat()],
      ['contacts', paths.contacts()],
      ['inviting somebody', paths.chatInvite(await idOf('oskar.nowak'))],
      ['inviting a contact', paths.chatInvite(await idOf('mina.sato'))],
      ['inviting who invited', paths.chatInvite(await idOf('sofia.lindqvist'))],
      ['the profile of a contact', paths.profile('mina.sato')],
      ['a contact found', paths.userSearch('mina.sato')],
    ]);
    faults.push(...(await checkContactPages(phone)));
    expect(faults).toEqual([]);
  });

  test('for a user without a plan who opens chat', async () => {
    const withoutPlan = await phoneOf(product, 'ben.okafor');
    const faults = await checkScreens(withoutPlan, [
      ['a home page with an invitation', paths.dashboard()],
      ['the plans, for whoever wants to chat', paths.chat()],
    ]);
    const withoutContacts = await phoneOf(product, 'sofia.lindqvist');
    faults.push(
      ...(await checkScreens(withoutContacts, [
        ['chats without contacts', paths.chat()],
        ['no contacts', paths.contacts()],
        ['a group of nobody', paths.createGroupChat()],
      ])),
    );
    expect(faults).toEqual([]);
  });

  test('for a user on the account pages', async () => {
    const phone = await phoneOf(product, 'ana.markovic');
    const faults = await checkScreens(phone, [
      ['settings', paths.settings()],
      ['notification settings', paths.notificationSettings()],
      ['one’s data and leaving', paths.leaving()],
      ['what was paid for plans', paths.planPayments()],
      ['no saved replies', paths.savedReplies()],
      ['a new saved reply', paths.addSavedReply()],
      ['a saved reply that is gone', paths.editSavedReply('01J0000000000000000000000A')],
      ['nobody blocked', paths.blocked()],
      ['account balance', paths.accountBalance()],
      ['every cent', paths.ledger()],
      ['payouts', paths.payouts()],
      ['a help ticket', paths.helpTicket()],
      ['install the app', paths.installApplication()],
      ['the usage policy, signed in', paths.usagePolicy()],
      ['the privacy policy, signed in', paths.privacyPolicy()],
      ['the price', paths.inboundMessageConfig()],
      ['another price', paths.updateInboundMessageConfig()],
      ['tiers', paths.updateTiers()],
      ['availability', paths.updateAvailability()],
      ['what people may send', paths.attachmentSettings()],
      ['questions to senders', paths.updatePrompts()],
      ['no prices for contacts', paths.contactPrices()],
      ['my profile', paths.myProfile()],
      ['analytics, on Starter', paths.analytics()],
      ['share', paths.share()],
      ['invite people', paths.invite()],
      ['an invitation, for a member', await invitationOf('ben.okafor')],
      ['one’s own invitation', await invitationOf('ana.markovic')],
      ['one’s own public profile', paths.profile('ana.markovic')],
      ['people', paths.userSearch()],
      ['somebody found', paths.userSearch('mina.sato')],
      ['one’s own row', paths.userSearch('ana.markovic')],
      ['the product found', paths.userSearch('support')],
      ['somebody found who takes no messages', paths.userSearch('oskar.nowak')],
      ['nobody found', paths.userSearch('nobody.here')],
      ['one’s links', paths.userLinks()],
      ['a new link', paths.addUserLink()],
      ['a link that is gone', paths.editUserLink('01J0000000000000000000000A')],
    ]);
    faults.push(...(await checkLinkPages(phone)));
    expect(faults).toEqual([]);
  });

  test('for a user who edits the profile', async () => {
    const phone = await phoneOf(product, 'priya.nair');
    const { page } = phone;
    const photograph = { name: 'me.jpg', mimeType: 'image/jpeg', buffer: photoOf(400, 200) };
    await page.goto(paths.editProfile());
    const bio = page.getByRole('textbox', { name: 'Bio' });
    await bio.click();
    const faults = await checkScreen(phone, 'edit profile');
    await page.getByRole('button', { name: 'Link', exact: true }).click();
    await page.getByLabel('Address').fill('nowhere');
    await page.getByRole('button', { name: 'Save link' }).click();
    faults.push(...(await checkScreen(phone, 'a link that leads nowhere')));
    await page.getByRole('button', { name: 'Close' }).click();
    await page.getByLabel('Picture for the text').setInputFiles(photograph);
    await page.getByLabel('What does it show?').waitFor();
    faults.push(...(await checkScreen(phone, 'a picture for the bio')));
    await page.getByRole('button', { name: 'Add picture' }).click();
    await bio.locator('img').waitFor();
    await page.getByLabel('Full name').fill('');
    await page.getByRole('button', { name: 'Save All Changes' }).click();
    await page.getByText('Please enter your full name').waitFor();
    faults.push(...(await checkScreen(phone, 'edit profile, with fields wrong')));
    await page.getByRole('link', { name: 'Back' }).click();
    await page.getByRole('alertdialog').waitFor();
    faults.push(...(await checkScreen(phone, 'leaving without saving')));
    await page.getByRole('button', { name: 'Leave without saving' }).click();
    await page.waitForURL(`**${paths.settings()}`);
    // Until the next screen is there, the form asks again whoever leaves it.
    await isGone(page.getByLabel('Full name'));
    faults.push(
      ...(await checkScreens(phone, [
        ['social links', paths.editSocialLinks()],
        ['no picture chosen yet', paths.editAvatar()],
      ])),
    );
    await page.getByLabel('Picture', { exact: true }).setInputFiles(photograph);
    await page.getByLabel('Place the picture').waitFor();
    faults.push(...(await checkScreen(phone, 'a picture that is placed')));
    expect(faults).toEqual([]);
  });

  test('for a user who changes password and phone number', async () => {
    const phone = await phoneOf(product, 'sofia.lindqvist');
    const { page } = phone;
    const faults = await checkScreens(phone, [
      ['devices and passkeys', paths.devicesAndPasskeys()],
      ['change password', paths.changePassword()],
      ['email address', paths.email()],
      ['unsubscribe', paths.unsubscribe()],
      ['stop a change', paths.stopChange()],
      ['change phone number', paths.changePhoneNumber()],
    ]);
    await page.getByRole('button', { name: 'Send code' }).click();
    faults.push(...(await checkScreen(phone, 'change phone number, with no number')));
    await page.getByLabel('New phone number').fill('(555) 555-0188');
    await page.getByRole('button', { name: 'Send code' }).click();
    await page.getByText('Verification code sent').waitFor();
    faults.push(...(await checkScreen(phone, 'the code for a phone number')));
    await page.getByRole('button', { name: 'Change number' }).click();
    faults.push(...(await checkScreen(phone, 'the code for a phone number, missing')));
    await page.goto(paths.changePassword());
    await page.getByRole('button', { name: 'Save' }).click();
    faults.push(...(await checkScreen(phone, 'change password, with every field wrong')));
    expect(faults).toEqual([]);
  });

  test('on every other address that needs no id', async () => {
    const phone = await phoneOf(product, 'ana.markovic');
    expect(await checkScreens(phone, uncheckedScreens())).toEqual([]);
  });
});

/** The addresses that need more than a signed-in user: a permission, a payment a moment ago, a letter that waits. */
const NEEDS_MORE: readonly string[] = [paths.desk(), paths.paymentSuccess(), paths.answer()];

/** The screens of signed-in users whose address needs no id, and which no test of this file has opened before. */
function uncheckedScreens(): Screen[] {
  return Object.entries(paths).flatMap(([name, build]) => {
    const group = SCREEN_GROUPS[name as keyof typeof paths];
    if (build.length > 0 || (group !== 'app' && group !== 'members')) return [];
    const address = (build as () => string)();
    const isOpened = checkedAddresses.has(address) || NEEDS_MORE.includes(address);
    return isOpened ? [] : [[name, address] as const];
  });
}

/** Returns the username of a creator in the seeded world, preferably one who accepts no messages. */
async function closedProfile(): Promise<string> {
  const visitor = visitorOver(local.url);
  const { CREATORS } = await import('#lib/local/seed/people.ts');
  for (const { username } of CREATORS) {
    const { active } = await visitor.profileNamed(username);
    if (!active) return username;
  }
  return 'ana.markovic';
}

/** Returns the address of the page that checks a letter to a user in the seeded world. */
async function letterTo(username: string): Promise<string> {
  const person = await signInOver(local.url, username, DEMO_PASSWORD);
  const [order] = (await person.outbox({ filter: 'OPEN' })).data;
  if (!order) throw new Error(`${username} has no open conversation`);
  const { data } = await person.readsOrder(order);
  const verificationId = data.find(({ written }) => written)?.written?.verificationId;
  return paths.checkLetter(verificationId ?? '');
}

/** Returns the referral link of a user in the seeded world. */
async function invitationOf(username: string): Promise<string> {
  const person = await signInOver(local.url, username, DEMO_PASSWORD);
  return paths.referral((await person.account()).referralCode);
}
