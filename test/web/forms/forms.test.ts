import { describe, expect, jest, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react/pure';
import { authenticate, createUser, requestPasswordReset } from '../../../shared/api/auth.ts';
import {
  askForDecision,
  claimAnswer,
  contestClaim,
  improveAnswer,
} from '../../../shared/api/claims.ts';
import { askForInformation, giveInformation } from '../../../shared/api/clarifications.ts';
import { viewUserContacts } from '../../../shared/api/contacts.ts';
import { createInboxMessage } from '../../../shared/api/conversation-messages.ts';
import {
  cancelOrder,
  declineInbox,
  viewInbox,
  viewOrder,
} from '../../../shared/api/conversations.ts';
import { sendEmailCode, viewEmail } from '../../../shared/api/email.ts';
import { createGroupChat, renameChat } from '../../../shared/api/groups.ts';
import { reportInbox } from '../../../shared/api/inbox-reports.ts';
import { createUserLink } from '../../../shared/api/links.ts';
import { checkPendingInbox } from '../../../shared/api/pending-inbox.ts';
import { sendVerificationCode } from '../../../shared/api/phone-change.ts';
import { createSavedReply } from '../../../shared/api/saved-replies.ts';
import { updateUserSocialLinks } from '../../../shared/api/social-links.ts';
import { createSupportTicket } from '../../../shared/api/support.ts';
import type { ClaimAction } from '../../../shared/rules/conversations/claim-states.ts';
import { CLARIFICATION_TIME } from '../../../shared/rules/conversations/clarification.ts';
import { DAY, instant, later } from '../../../shared/time.ts';
import { clearSession } from '../../../web/src/api/session.ts';
import { paths } from '../../../web/src/paths.ts';
import { group, serveChat } from '../chat/group-fixtures.ts';
import { callsOf, lost, openScreen, refusal, serve, success } from '../open-screen.ts';
import { ana, contactRow, message } from '../screen-fixtures.ts';
import { type Form, field, write } from './form-table.ts';
import { PRICE_FORMS } from './price-forms.ts';

/* Forms in jsdom, from the input to the request: errors at their fields, faults, double taps and lost responses. */

const UNREACHABLE = 'We could not reach ReplyPaid. Please check your connection and try again.';
const QUESTION = `<p>${'I applied in March with all papers that the site lists. '.repeat(5)}</p>`;

const CLARIFYING = '<p>Which country issued the permit that you have now?</p>';

const CLAIMED = 'I asked about the second permit, not the first one.';
const claimed = (actions: readonly ClaimAction[]) => ({
  ...{ ...message, status: 'OPEN' as const },
  claim: {
    ...{ state: 'OPEN' as const, reason: 'NOT_ADDRESSED' as const, text: CLAIMED },
    ...{ claimedAt: message.timeReceived, until: message.deadlineAt, improvedAt: null },
    ...{ contest: null, decisionReason: null, endedAt: null, frozen: null },
    actions: [...actions],
  },
});

const textOf = (box: HTMLInputElement) => box.value ?? box.textContent;

const readInbox = () => serve(viewInbox, () => success(viewInbox, { data: [message] }));

const FORMS: readonly Form[] = [
  ...PRICE_FORMS,
  {
    name: 'sign-in',
    address: paths.login(),
    operation: authenticate,
    submit: 'Sign in',
    fill: async (user) => {
      await write(user, 'Username', 'ana.markovic');
      await user.click(screen.getByLabelText('Password'));
      await user.paste('Letters-4-all');
    },
    wrong: {
      type: (user) => write(user, 'Username', ''),
      field: 'Username',
      error: 'Please enter your username',
    },
    refused: { name: 'username', field: 'Username' },
    kept: { field: 'Username', text: 'ana.markovic' },
    failed: 'We could not sign you in. Please try again.',
    byKey: false,
  },
  {
    name: 'registration',
    address: paths.register(),
    operation: createUser,
    submit: 'Register',
    fill: async (user) => {
      await write(user, 'Full name', 'Ana Marković');
      await write(user, 'Phone number', '2123991234');
      await write(user, 'Username', 'ana.markovic');
      await user.click(screen.getByLabelText('Password'));
      await user.paste('Letters-4-all');
    },
    wrong: {
      type: (user) => write(user, 'Full name', 'Ana'),
      field: 'Full name',
      error:
        'Your full name must be at least 5 characters. If your name is short, please add your surname',
    },
    refused: { name: 'username', field: 'Username' },
    kept: { field: 'Username', text: 'ana.markovic' },
    failed: 'There was an error while registering your account. Please try again.',
    byKey: true,
  },
  {
    name: 'password reset',
    address: paths.forgetPassword(),
    operation: requestPasswordReset,
    submit: 'Send code',
    fill: (user) => write(user, 'Username', 'ana.markovic'),
    wrong: {
      type: (user) => write(user, 'Username', ''),
      field: 'Username',
      error: 'Please enter your username',
    },
    refused: { name: 'username', field: 'Username' },
    kept: { field: 'Username', text: 'ana.markovic' },
    failed: 'Error while requesting reset. Please try again.',
    byKey: false,
  },
  {
    name: 'report',
    address: paths.report(message.id),
    viewer: ana,
    operation: reportInbox,
    submit: 'Submit Report',
    prepare: readInbox,
    fill: (user) => write(user, /Additional Information/, 'He asks this every week.'),
    refused: { name: 'additionalInformation', field: /Additional Information/ },
    kept: { field: /Additional Information/, text: 'He asks this every week.' },
    failed: `There was an error while reporting the message. ${UNREACHABLE}`,
    byKey: true,
  },
  {
    name: 'decline',
    address: paths.decline(message.id),
    viewer: ana,
    operation: declineInbox,
    submit: 'Decline',
    prepare: readInbox,
    fill: (user) => write(user, /A word to Ben/, 'I only do permits.'),
    refused: { name: 'note', field: /A word to Ben/ },
    kept: { field: /A word to Ben/, text: 'I only do permits.' },
    failed: `There was an error while declining the message. ${UNREACHABLE}`,
    byKey: true,
  },
  {
    name: 'cancelation',
    address: paths.cancel(message.id),
    viewer: { ...ana, id: message.senderId },
    operation: cancelOrder,
    submit: 'Submit Cancelation',
    prepare: () => serve(viewOrder, () => success(viewOrder, { data: [message] })),
    fill: (user) => write(user, /Additional Information/, 'I sent it twice.'),
    refused: { name: 'additionalInformation', field: /Additional Information/ },
    kept: { field: /Additional Information/, text: 'I sent it twice.' },
    failed: `There was an error while canceling the order. ${UNREACHABLE}`,
    byKey: true,
  },
  {
    name: 'paid answer',
    address: paths.paidReply(message.id),
    viewer: ana,
    operation: createInboxMessage,
    submit: /^Send and earn/,
    prepare: () => {
      readInbox();
      localStorage.setItem(`paidReply_${message.id}`, QUESTION);
      localStorage.setItem(`paidReplyDeclaration_${message.id}`, 'SELF');
    },
    refused: { name: 'messageBody', field: /Your answer to Ben/ },
    kept: { field: /Your answer to Ben/, text: QUESTION.replace(/<\/?p>/g, '').trim() },
    failed: `Error processing reply. ${UNREACHABLE}`,
    byKey: true,
  },
  {
    name: 'clarifying question',
    address: paths.askFirst(message.id),
    viewer: ana,
    operation: askForInformation,
    submit: 'Send the question',
    prepare: () => {
      readInbox();
      localStorage.setItem(`askForInformation_${message.id}`, CLARIFYING);
    },
    refused: { name: 'messageBody', field: /Your question to Ben/ },
    kept: { field: /Your question to Ben/, text: CLARIFYING.replace(/<\/?p>/g, '') },
    failed: `There was an error while sending. ${UNREACHABLE}`,
    byKey: true,
  },
  {
    name: 'reply to a clarifying question',
    address: paths.giveInformation(message.id),
    viewer: { ...ana, id: message.senderId },
    operation: giveInformation,
    submit: 'Send the reply',
    prepare: () => {
      const askedAt = message.timeReceived;
      const until = later(askedAt, CLARIFICATION_TIME);
      const clarification = { askedAt, until, endedAt: null };
      const paused = { ...message, status: 'NEEDS_INFO', clarification } as const;
      serve(viewOrder, () => success(viewOrder, { data: [paused] }));
      localStorage.setItem(`giveInformation_${message.id}`, CLARIFYING);
    },
    refused: { name: 'messageBody', field: /Your reply to/ },
    kept: { field: /Your reply to/, text: CLARIFYING.replace(/<\/?p>/g, '') },
    failed: `There was an error while sending. ${UNREACHABLE}`,
    byKey: true,
  },
  {
    name: 'claim',
    address: paths.claimAnswer(message.id),
    viewer: { ...ana, id: message.senderId },
    operation: claimAnswer,
    submit: 'Send the claim',
    prepare: () => {
      const answered = {
        ...message,
        status: 'OPEN',
        claimUntil: instant(Date.now() + DAY),
      } as const;
      serve(viewOrder, () => success(viewOrder, { data: [answered] }));
    },
    fill: (user) => write(user, 'What Ana should know', CLAIMED),
    wrong: {
      type: (user) => write(user, 'What Ana should know', 'No.'),
      field: 'What Ana should know',
      error: 'Please write at least 20 characters',
    },
    refused: { name: 'text', field: 'What Ana should know' },
    kept: { field: 'What Ana should know', text: CLAIMED },
    failed: `There was an error while sending the claim. ${UNREACHABLE}`,
    byKey: true,
  },
  {
    name: 'contested claim',
    address: paths.contestClaim(message.id),
    viewer: ana,
    operation: contestClaim,
    submit: 'Contest it',
    prepare: () => serve(viewInbox, () => success(viewInbox, { data: [claimed(['contest'])] })),
    fill: (user) => write(user, /Why does your answer stand/, CLAIMED),
    refused: { name: 'text', field: /Why does your answer stand/ },
    kept: { field: /Why does your answer stand/, text: CLAIMED },
    failed: `There was an error while sending. ${UNREACHABLE}`,
    byKey: true,
  },
  {
    name: 'question to the desk',
    address: paths.askForDecision(message.id),
    viewer: { ...ana, id: message.senderId },
    operation: askForDecision,
    submit: 'Ask for a decision',
    prepare: () =>
      serve(viewOrder, () => success(viewOrder, { data: [claimed(['askForDecision'])] })),
    fill: (user) => write(user, /What does the improved answer/, CLAIMED),
    refused: { name: 'text', field: /What does the improved answer/ },
    kept: { field: /What does the improved answer/, text: CLAIMED },
    failed: `There was an error while sending. ${UNREACHABLE}`,
    byKey: true,
  },
  {
    name: 'improved answer',
    address: paths.improveAnswer(message.id),
    viewer: ana,
    operation: improveAnswer,
    submit: 'Send the improved answer',
    prepare: () => {
      serve(viewInbox, () => success(viewInbox, { data: [claimed(['improve'])] }));
      localStorage.setItem(`improveAnswer_${message.id}`, QUESTION);
    },
    refused: { name: 'messageBody', field: /Your improved answer to Ben/ },
    kept: { field: /Your improved answer to Ben/, text: QUESTION.replace(/<\/?p>/g, '').trim() },
    failed: `There was an error while sending. ${UNREACHABLE}`,
    byKey: true,
  },
  {
    name: 'help ticket',
    address: paths.helpTicket(),
    viewer: ana,
    operation: createSupportTicket,
    submit: 'Send Message',
    prepare: () => {
      serve(checkPendingInbox, () => success(checkPendingInbox, { hasPendingInbox: false }));
      localStorage.setItem('helpTicket_text', QUESTION);
    },
    fill: (user) => write(user, 'Subject', 'My card is refused'),
    wrong: {
      type: (user) => write(user, 'Subject', 'Help'),
      field: 'Subject',
      error: 'Subject must be at least 5 characters',
    },
    refused: { name: 'messageText', field: 'Message' },
    kept: { field: 'Subject', text: 'My card is refused' },
    failed: 'There was an error submitting your message',
    byKey: true,
  },
  {
    name: 'link form',
    address: paths.addUserLink(),
    viewer: ana,
    operation: createUserLink,
    submit: 'Save',
    fill: async (user) => {
      await write(user, 'Link Name', 'My practice');
      await write(user, 'Link Url', 'https://practice.example');
    },
    wrong: {
      type: (user) => write(user, 'Link Url', 'my practice'),
      field: 'Link Url',
      error: 'Please enter a web address such as https://example.com',
    },
    refused: { name: 'linkUrl', field: 'Link Url' },
    kept: { field: 'Link Name', text: 'My practice' },
    failed: 'Error while adding link. Please try again.',
    byKey: true,
  },
  {
    name: 'group chat',
    address: paths.createGroupChat(),
    viewer: ana,
    operation: createGroupChat,
    submit: 'Create Group',
    prepare: () =>
      serve(viewUserContacts, () =>
        success(viewUserContacts, { pageTotal: 1, data: [contactRow(1)] }),
      ),
    fill: async (user) => {
      await write(user, 'Group name', 'Permits');
      await user.click(screen.getByRole('checkbox'));
    },
    wrong: {
      type: (user) => write(user, 'Group name', ''),
      field: 'Group name',
      error: 'Please enter a name',
    },
    refused: { name: 'name', field: 'Group name' },
    kept: { field: 'Group name', text: 'Permits' },
    failed: 'Error while creating group. Please try again.',
    byKey: true,
  },
  {
    name: 'name of a group',
    address: paths.renameChat(group.id),
    viewer: ana,
    operation: renameChat,
    submit: 'Save',
    prepare: () => serveChat(group),
    fill: (user) => write(user, 'Group name', 'Permits and visas'),
    wrong: {
      type: (user) => write(user, 'Group name', ''),
      field: 'Group name',
      error: 'Please enter a name',
    },
    refused: { name: 'name', field: 'Group name' },
    kept: { field: 'Group name', text: 'Permits and visas' },
    failed: 'Error while renaming the group. Please try again.',
    byKey: false,
  },
  {
    name: 'social links',
    address: paths.editSocialLinks(),
    viewer: ana,
    operation: updateUserSocialLinks,
    submit: 'Save',
    fill: (user) => write(user, 'TikTok', '@ana.permits'),
    refused: { name: 'socialTikTok', field: 'TikTok' },
    kept: { field: 'TikTok', text: '@ana.permits' },
    failed: 'There was an error while updating your account. Please try again.',
    byKey: false,
  },
  {
    name: 'new phone number',
    address: paths.changePhoneNumber(),
    viewer: ana,
    operation: sendVerificationCode,
    submit: 'Send code',
    fill: (user) => write(user, 'New phone number', '2123991234'),
    wrong: {
      type: (user) => write(user, 'New phone number', ''),
      field: 'New phone number',
      error: 'Please enter your phone number',
    },
    refused: { name: 'phoneNumber', field: 'New phone number' },
    kept: { field: 'New phone number', text: '(212) 399-1234' },
    failed: 'Error while updating phone number. Please try again.',
    byKey: false,
  },
  {
    name: 'e-mail address',
    address: paths.email(),
    viewer: ana,
    operation: sendEmailCode,
    submit: 'Send code',
    prepare: () =>
      serve(viewEmail, () =>
        success(viewEmail, { data: [{ offered: true, address: null, suppressed: null }] }),
      ),
    fill: (user) => write(user, 'E-mail address', 'ana@practice.example'),
    refused: { name: 'email', field: 'E-mail address' },
    kept: { field: 'E-mail address', text: 'ana@practice.example' },
    failed: 'The code was not sent. Please try again.',
    byKey: false,
  },
  {
    name: 'saved reply',
    address: paths.addSavedReply(),
    viewer: ana,
    operation: createSavedReply,
    submit: 'Save',
    prepare: () => {
      const begun = { base: JSON.stringify({ title: '', text: '' }), values: { text: QUESTION } };
      if (localStorage.getItem('savedReply_new') === null)
        localStorage.setItem('savedReply_new', JSON.stringify(begun));
    },
    fill: (user) => write(user, 'Title', 'Which papers I need'),
    refused: { name: 'title', field: 'Title' },
    kept: { field: 'Title', text: 'Which papers I need' },
    failed: 'There was an error while saving. Please try again.',
    byKey: true,
  },
];

const named = (forms: readonly Form[]) => forms.map((form) => [form.name, form] as const);

/** Opens a form and types valid input; the server answers its request like this. */
async function openFilled(form: Form, answer: () => Response | Promise<Response>) {
  form.prepare?.();
  serve(form.operation, answer);
  const { user, pathname, close } = await openScreen(form.address, form.viewer);
  await field(form.kept.field);
  await form.fill?.(user);
  const submit = () => user.click(screen.getByRole('button', { name: form.submit }));
  return { user, pathname, submit, close };
}

/** Waits until a field describes itself with this error. */
async function hasError(name: string | RegExp, error: string): Promise<void> {
  const box = await field(name);
  await waitFor(() => {
    expect(box.getAttribute('aria-invalid')).toBe('true');
    const ids = box.getAttribute('aria-describedby')?.split(' ') ?? [];
    expect(ids.map((id) => document.getElementById(id)?.textContent)).toContain(error);
  });
}

const keepsText = async ({ kept }: Form) =>
  expect(textOf(await field(kept.field)).trim()).toBe(kept.text);

/** Starts to record what is scrolled into view, and returns whether a field was. */
function recordScrolling(): (field: HTMLElement) => boolean {
  const { mock } = jest.spyOn(Element.prototype, 'scrollIntoView');
  return (field) => mock.contexts.some((shown) => (shown as Element).contains(field));
}

describe('a wrong input', () => {
  test.each(named(FORMS.filter(({ wrong }) => wrong)))(
    'in the %s has its error at its field, which is scrolled into view, and nothing is sent',
    async (_, form) => {
      const isScrolledTo = recordScrolling();
      const { user, submit } = await openFilled(form, () => refusal('UNAVAILABLE'));
      const { type, field: name, error } = form.wrong as NonNullable<Form['wrong']>;
      await type(user);
      await submit();
      await hasError(name, error);
      const wrong = await field(name);
      await waitFor(() => expect(document.activeElement).toBe(wrong));
      await waitFor(() => expect(isScrolledTo(wrong)).toBe(true));
      expect(callsOf(form.operation)).toEqual([]);
      if (name !== form.kept.field) await keepsText(form);
    },
  );
});

describe('a refusal of an input by the server', () => {
  test.each(named(FORMS))(
    'in the %s is shown at its field, which is scrolled into view, and the text stays',
    async (_, form) => {
      const isScrolledTo = recordScrolling();
      const { name, field: label } = form.refused;
      const { submit } = await openFilled(form, () =>
        refusal('INVALID_INPUT', { [name]: 'This is not possible' }),
      );
      await submit();
      await hasError(label, 'This is not possible');
      const refused = await field(label);
      await waitFor(() => expect(document.activeElement).toBe(refused));
      await waitFor(() => expect(isScrolledTo(refused)).toBe(true));
      await keepsText(form);
    },
  );
});

describe('a refusal without a field', () => {
  const CATALOGED = /^(Error|There was an error)[^.]*/;

  test.each(named(FORMS.filter(({ failed }) => CATALOGED.test(failed))))(
    'in the %s begins with the words of the error catalog, and the text stays',
    async (_, form) => {
      const { submit } = await openFilled(form, () => refusal('TOO_MANY_REQUESTS'));
      await submit();
      const [words] = form.failed.match(CATALOGED) ?? [];
      await screen.findByText(new RegExp(`^${words}`));
      await keepsText(form);
    },
  );
});

describe('a fault', () => {
  test.each(named(FORMS))(
    'in the %s is shown, the text stays, and it can be sent again',
    async (_, form) => {
      const { submit } = await openFilled(form, lost);
      await submit();
      await screen.findByText(form.failed);
      await keepsText(form);
      await submit();
      await waitFor(() => expect(callsOf(form.operation)).toHaveLength(2));
      const [first, second] = callsOf(form.operation);
      expect(second?.input.toString()).toBe(first?.input.toString());
      // The server recognizes the repetition of a request that may have arrived.
      expect(second?.key).toBe(first?.key);
      expect(first?.key !== null).toBe(form.byKey);
    },
  );
});

describe('a reload', () => {
  /** The fields of a sign-in are filled in by the browser's password manager. */
  const SIGNING_IN = ['sign-in', 'password reset'];

  test.each(named(FORMS.filter(({ name }) => !SIGNING_IN.includes(name))))(
    'keeps what is typed in the %s, and signing out deletes it',
    async (_, form) => {
      const first = await openFilled(form, () => new Promise(() => undefined));
      first.close();
      form.prepare?.();
      const { close } = await openScreen(form.address, form.viewer);
      await keepsText(form);
      close();
      clearSession();
      expect(JSON.stringify([{ ...localStorage }, { ...sessionStorage }])).not.toContain(
        form.kept.text,
      );
    },
  );

  test('never keeps a password', async () => {
    const [register] = FORMS.filter(({ name }) => name === 'registration');
    const { close } = await openFilled(register as Form, () => new Promise(() => undefined));
    close();
    const kept = [localStorage, sessionStorage].map((storage) => JSON.stringify({ ...storage }));
    expect(kept.join()).toContain('ana.markovic');
    expect(kept.join()).not.toContain('Letters-4-all');
  });
});

describe('a double tap', () => {
  test.each(named(FORMS))('in the %s sends one request', async (_, form) => {
    const { user } = await openFilled(form, () => new Promise(() => undefined));
    const button = screen.getByRole('button', { name: form.submit });
    await user.dblClick(button);
    await waitFor(() => expect(callsOf(form.operation)).toHaveLength(1));
    await user.click(button);
    expect(callsOf(form.operation)).toHaveLength(1);
  });
});
