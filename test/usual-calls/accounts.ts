import { unsubscribeToken } from '#functions/notifications/emails/unsubscribe-token.ts';
import { raiseAlert } from '#functions/storage/accounts/alerts.ts';
import { table } from '#functions/storage/table.ts';
import { PASSWORD } from '#lib/local/deeds/passwords.ts';
import { toIso } from '#shared/time.ts';
import { nextEmail } from '#test/support/emails.ts';
import { dataUrlOf, pngOf } from '#test/support/image-fixtures.ts';
import { LONG, SHORT } from '#test/support/offers.ts';
import { PRICE, pendingOrder } from '#test/support/orders.ts';
import { newPerson, nextPhoneNumber } from '#test/support/people.ts';
import { emailedProof, recoverable, textedProof } from '#test/support/recovery.ts';
import type { World } from '#test/support/world.ts';
import { bearer } from '../support/people.ts';
import type { Paths } from './request.ts';

const choice = { paidResponsePrice: '2', paidResponseCommitment: '3' };
const somebody = async (world: World) => ({ token: (await newPerson(world)).token });
const withEmail = async (world: World) => ({
  token: (await newPerson(world, { email: nextEmail() })).token,
});
/** A person who asked for the deletion of the account. */
const leaving = async (world: World) => {
  const person = await newPerson(world);
  const { token } = person;
  await person.asksForDeletion();
  return { token };
};
/** A recipient of a paid message. */
const recipient = async (world: World) => ({ token: (await pendingOrder(world)).recipient.token });

/** The usual path of each operation on accounts and public profiles. */
export const accountsPaths = {
  saveFreeRegistration: async (world) => ({
    ...(await somebody(world)),
    input: { ...choice, license: 'FREE' },
  }),
  // The second call of a visit; the first one also records the start of the visit.
  checkUser: async (world) => {
    const person = await newPerson(world);
    const { token } = person;
    await person.account();
    return { token };
  },
  // A visitor's first view of the day, which counts as a profile view.
  viewUserProfile: async (world) => ({
    input: { username: (await newPerson(world)).user.username },
    headers: { 'user-agent': 'Mozilla/5.0' },
  }),
  // A visitor's first press of the day.
  recordContactPress: async (world) => ({
    input: { id: (await newPerson(world)).user.id },
    headers: { 'user-agent': 'Mozilla/5.0' },
  }),
  viewAnalytics: somebody,
  viewUserProfileByReferralCode: async (world) => ({
    input: { referralCode: (await newPerson(world)).user.referralCode },
  }),
  viewDashboardStats: recipient,
  viewAccountDeletion: recipient,
  requestAccountDeletion: async (world) => ({
    ...(await somebody(world)),
    input: { password: PASSWORD },
  }),
  cancelAccountDeletion: leaving,
  viewInvitations: async (world) => {
    const inviter = await newPerson(world);
    await newPerson(world, { invitedByUserId: inviter.user.id });
    return { token: inviter.token };
  },
  requestExport: somebody,
  viewExport: async (world) => {
    const person = await newPerson(world);
    const { token } = person;
    await person.asksForExport();
    return { token };
  },
  dismissAlert: async (world) => {
    const { token, user } = await newPerson(world);
    const at = world.now();
    await table.write(raiseAlert(user.id, { kind: 'PLAN_ENDED', about: 'STARTER' }, at));
    return { token, input: { kind: 'PLAN_ENDED', at: toIso(at) } };
  },
  viewInboundSettings: somebody,
  updateInboundSettings: async (world) => ({ ...(await somebody(world)), input: choice }),
  updateAvailability: async (world) => ({
    ...(await somebody(world)),
    input: { waitingMax: '5', paused: 'false' },
  }),
  viewWaiting: recipient,
  askForPlace: async (world) => {
    const full = await newPerson(world, { price: PRICE });
    const { user } = full;
    await full.setsAvailability({ waitingMax: '1' });
    await (await newPerson(world)).pays(full, { card: 'pm_card_visa' });
    return { ...(await somebody(world)), input: { userId: user.id } };
  },
  updatePrompts: async (world) => ({
    ...(await somebody(world)),
    input: { prompts: JSON.stringify([{ question: 'What have you tried?', required: true }]) },
  }),
  updateTiers: async (world) => ({
    ...(await somebody(world)),
    input: { tiers: JSON.stringify([SHORT, LONG]) },
  }),
  viewAccountBalance: recipient,
  // The first page, for a user with earnings.
  viewLedger: async (world) => {
    const { recipient, order } = await pendingOrder(world);
    await recipient.answers(order);
    return { token: recipient.token };
  },
  viewPaymentMethod: async (world) => {
    const sender = await newPerson(world);
    await sender.pays(await newPerson(world, { price: PRICE }), { card: 'pm_card_visa' });
    return { token: sender.token };
  },
  // A changed bio, without a new picture.
  updateUserProfile: async (world) => {
    const { token, user } = await newPerson(world);
    const { username, fullName: userFullName } = user;
    const field = { categoryId: 'CATEGORY_07', subCategoryId: 'CATEGORY_07_01' };
    return { token, input: { username, userFullName, userBio: '<p>Hello.</p>', ...field } };
  },
  updateUserSocialLinks: async (world) => ({
    ...(await somebody(world)),
    input: { socialInstagram: 'ada' },
  }),
  uploadUserAvatar: async (world) => ({
    ...(await somebody(world)),
    input: { base64Image: dataUrlOf(pngOf(8, 8)) },
  }),
  removeUserAvatar: async (world) => {
    const person = await newPerson(world);
    const { token } = person;
    await person.uploadsPortrait(dataUrlOf(pngOf(8, 8)));
    return { token };
  },
  updatePassword: async (world) => ({
    ...(await somebody(world)),
    input: { oldPassword: PASSWORD, newPassword: 'Battery-Staple-2' },
  }),
  sendVerificationCode: async (world) => ({
    ...(await somebody(world)),
    input: { phoneNumber: nextPhoneNumber() },
  }),
  changePhoneNumber: async (world) => {
    const person = await newPerson(world);
    const { token, user } = person;
    const phoneNumber = nextPhoneNumber();
    await person.asksForNumberCode(phoneNumber);
    await person.asksForOldNumberCode();
    const code = world.codeSentTo(phoneNumber);
    const oldCode = world.codeSentTo(user.phoneNumber);
    return { token, input: { phoneNumber, code, oldCode, password: PASSWORD } };
  },
  unsubscribeByEmail: async (world) => {
    const { user } = await newPerson(world, { email: nextEmail() });
    return { input: { token: await unsubscribeToken(user.id, 'email:plan.ended') } };
  },
  requestAccountRecovery: async (world) => {
    const { username } = await recoverable(world);
    return { input: { username } };
  },
  sendRecoveryNumberCode: async (world) => ({ input: await emailedProof(world) }),
  recoverAccount: async (world) => ({ input: await textedProof(world) }),
  viewEmail: withEmail,
  sendEmailCode: async (world) => ({
    ...(await somebody(world)),
    input: { email: 'ada@example.com' },
  }),
  confirmEmail: async (world) => {
    const { token } = await somebody(world);
    const email = 'ada@example.com';
    await bearer(token).asksForEmailCode(email);
    return { token, input: { email, code: world.codeEmailedTo(email), password: PASSWORD } };
  },
  removeEmail: async (world) => ({
    ...(await withEmail(world)),
    input: { password: PASSWORD },
  }),
  sendOldNumberCode: somebody,
  stopPhoneChange: somebody,
  updateUserTheme: async (world) => ({ ...(await somebody(world)), input: { theme: 'dark' } }),
  getStripePublishableKey: () => ({}),
  viewReliability: () => ({}),
} satisfies Paths;
