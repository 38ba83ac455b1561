import { screen } from '@testing-library/react/pure';
import { requestAccountDeletion, viewAccountDeletion } from '#shared/api/account-deletion.ts';
import { createDirectChat } from '#shared/api/chat.ts';
import { acceptUserContact, createChatInvite, viewUserContacts } from '#shared/api/contacts.ts';
import { viewInboxMessages } from '#shared/api/conversation-messages.ts';
import { viewInbox } from '#shared/api/conversations.ts';
import { requestExport, viewExport } from '#shared/api/data-exports.ts';
import { addChatMembers } from '#shared/api/groups.ts';
import type { Output } from '#shared/api/operation.ts';
import { viewUserProfile } from '#shared/api/profiles.ts';
import { reportContent } from '#shared/api/reports.ts';
import { appealStatement, viewStatements } from '#shared/api/statements.ts';
import { cents } from '#shared/money.ts';
import { DAY, later } from '#shared/time.ts';
import { paths } from '#web/paths.ts';
import { direct, group, serveChat } from '../chat/group-fixtures.ts';
import { serve, success } from '../open-screen.ts';
import { ana, ben, bensProfile, contactRow, message, NOW } from '../screen-fixtures.ts';
import { leaves, says, type Write } from './play.ts';

/* What people do with contacts, chats, reports, appeals, and their account. */

type ContactState = (typeof bensProfile)['contactState'];
const serveProfile = (contactState: ContactState) =>
  serve(viewUserProfile, () =>
    success(viewUserProfile, { data: [{ ...bensProfile, contactState }] }),
  );

const statement: Output<typeof viewStatements>['data'][number] = {
  id: '01J0000000000000000000000S',
  dateTime: NOW,
  deed: 'WARNED',
  rule: 'SPAM_PHISHING',
  facts: 'You wrote to eleven strangers.',
  reason: 'Nobody had asked for it.',
  appealUntil: later(NOW, 180 * DAY),
  appealable: true,
  appeal: null,
  conversation: null,
  subject: 'PROFILE',
  report: null,
};
const APPEAL = 'They had all asked me to write to them.';
const serveStatement = (changes: Partial<typeof statement> = {}) =>
  serve(viewStatements, () => success(viewStatements, { data: [{ ...statement, ...changes }] }));

const copy = {
  requestedAt: NOW,
  isComplete: true,
  expiresAt: later(NOW, 7 * DAY),
  nextAt: later(NOW, 30 * DAY),
};
const serveDeletion = (deletionAt: typeof NOW | null) =>
  serve(viewAccountDeletion, () =>
    success(viewAccountDeletion, {
      data: [{ deletionAt, obstacle: null, toAnswer: 0, sent: 0, owed: cents(0), renews: false }],
    }),
  );

export const PEOPLE_WRITES: readonly Write[] = [
  {
    name: 'An invitation',
    operation: createChatInvite,
    address: paths.chatInvite(ben.id),
    viewer: ana,
    prepare: () => serveProfile('NONE'),
    submit: 'Invite',
    response: () => success(createChatInvite, {}),
    done: says('Your invitation is on its way to Ben Okafor.'),
  },
  {
    name: 'The acceptance of an invitation',
    operation: acceptUserContact,
    address: paths.inboxViewer(message.id),
    viewer: ana,
    prepare: () => {
      const data = [{ ...message, status: 'OPEN' as const, contactState: 'INVITED_ME' as const }];
      serve(viewInbox, () => success(viewInbox, { data }));
      const nothing = { pageTotal: 0, data: [], readAt: null } as never;
      serve(viewInboxMessages, () => success(viewInboxMessages, nothing));
    },
    submit: 'Accept',
    response: () => success(acceptUserContact, {}),
    done: says('Ben Okafor is a contact of yours now.'),
  },
  {
    name: 'A chat with a contact',
    operation: createDirectChat,
    address: paths.chatInvite(ben.id),
    viewer: ana,
    prepare: () => {
      serveProfile('CONTACT');
      serveChat(direct);
    },
    submit: 'Open chat',
    response: () => success(createDirectChat, { data: [direct] }),
    done: leaves(paths.chatInvite(ben.id)),
  },
  {
    name: 'People who are added to a group',
    operation: addChatMembers,
    address: paths.addChatMembers(group.id),
    viewer: ana,
    prepare: () => {
      serveChat(group);
      serve(viewUserContacts, () =>
        success(viewUserContacts, { pageTotal: 1, data: [contactRow(1)] }),
      );
    },
    begin: async (user) => user.click(await screen.findByRole('checkbox')),
    submit: 'Add people',
    response: () => success(addChatMembers, { notAdded: [], data: [{ ...group, memberCount: 4 }] }),
    done: leaves(paths.addChatMembers(group.id)),
  },
  {
    name: 'A report of a profile',
    operation: reportContent,
    address: paths.profile(ben.username),
    viewer: ana,
    prepare: () => serveProfile('NONE'),
    begin: async (user) => {
      await user.click(await screen.findByRole('button', { name: /^More/ }));
      await user.click(await screen.findByRole('menuitem', { name: /^Report/ }));
      await user.click(await screen.findByRole('radio', { name: 'Bullying or harassment' }));
    },
    submit: 'Send report',
    response: () => success(reportContent, { alreadyOpen: false }),
    done: says('Reported. We tell you when it’s decided.'),
  },
  {
    name: 'An appeal',
    operation: appealStatement,
    address: paths.decisionAppeal(statement.id),
    viewer: ana,
    prepare: () => serveStatement(),
    begin: async (user) => {
      await user.type(await screen.findByRole('textbox'), APPEAL);
    },
    submit: 'Send the appeal',
    response: () => success(appealStatement, {}),
    afterwards: () => {
      const appeal = { dateTime: NOW, outcome: null, reason: null };
      serveStatement({ appealable: false, appeal });
    },
    done: says(/^You appealed on .*\. We’re looking at it\.$/),
  },
  {
    name: 'The request of a copy',
    operation: requestExport,
    address: paths.leaving(),
    viewer: ana,
    prepare: () => serve(viewExport, () => success(viewExport, { data: [] })),
    submit: 'Request a copy',
    response: () => success(requestExport, { data: [copy] }),
    afterwards: () => {
      const making = { ...copy, status: 'MAKING', html: null, json: null } as const;
      serve(viewExport, () => success(viewExport, { data: [making] }));
    },
    done: says(/^Your copy is being made\./),
  },
  {
    name: 'The deletion of an account',
    operation: requestAccountDeletion,
    address: paths.leaving(),
    viewer: ana,
    prepare: () => serveDeletion(null),
    begin: async (user) => {
      await user.click(await screen.findByRole('button', { name: 'Delete my account' }));
      await user.type(await screen.findByLabelText('Your password'), 'Letters-4-all');
    },
    submit: 'Delete my account',
    response: () => success(requestAccountDeletion, { deletionAt: later(NOW, 14 * DAY) }),
    afterwards: () => serveDeletion(later(NOW, 14 * DAY)),
    done: says('Your request is saved. You can keep your account until then.'),
  },
];
