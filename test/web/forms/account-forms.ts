import { sendEmailCode, viewEmail } from '#shared/api/email.ts';
import { createUserLink } from '#shared/api/links.ts';
import type { Output } from '#shared/api/operation.ts';
import { checkPendingInbox } from '#shared/api/pending-inbox.ts';
import { sendVerificationCode } from '#shared/api/phone-change.ts';
import { createSavedReply } from '#shared/api/saved-replies.ts';
import { updateUserSocialLinks } from '#shared/api/social-links.ts';
import { createSupportTicket } from '#shared/api/support.ts';
import { paths } from '#web/paths.ts';
import { serve, success } from '../open-screen.ts';
import { ana, message } from '../screen-fixtures.ts';
import { QUESTION } from './form-fixtures.ts';
import { type Form, write } from './form-table.ts';

/* The forms of an account: a help ticket, links, the phone number, the email address, saved replies. */

const LINK: Output<typeof createUserLink>['data'][number] = {
  id: '01J0000000000000000000000L',
  linkName: 'My practice',
  linkUrl: 'https://practice.example',
  position: 0,
  verifiedAt: null,
  isOn: true,
  visibleFrom: null,
  visibleUntil: null,
};
const SAVED = { id: '01J0000000000000000000000S', title: 'Which papers I need', text: QUESTION };

export const ACCOUNT_FORMS: readonly Form[] = [
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
    done: () => success(createSupportTicket, { data: [message] }),
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
    done: () => success(createUserLink, { data: [LINK] }),
    says: 'Link saved',
    byKey: true,
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
    name: 'email address',
    address: paths.email(),
    viewer: ana,
    operation: sendEmailCode,
    submit: 'Send code',
    prepare: () =>
      serve(viewEmail, () =>
        success(viewEmail, { data: [{ offered: true, address: null, suppressed: null }] }),
      ),
    fill: (user) => write(user, 'Email address', 'ana@practice.example'),
    refused: { name: 'email', field: 'Email address' },
    kept: { field: 'Email address', text: 'ana@practice.example' },
    failed: 'The code may not have been sent. Please try again.',
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
    done: () => success(createSavedReply, { data: [SAVED] }),
    says: 'Saved reply saved',
    byKey: true,
  },
];
