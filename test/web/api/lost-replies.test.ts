import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { operations } from '#shared/api/index.ts';
import type { OperationSpec } from '#shared/api/operation.ts';
import { CONVERSATION_WRITES } from '../lost-replies/conversation-writes.ts';
import { DESK_WRITES } from '../lost-replies/desk-writes.ts';
import { FORM_WRITES } from '../lost-replies/form-writes.ts';
import { PEOPLE_WRITES } from '../lost-replies/people-writes.ts';
import { PUBLIC_ANSWER_WRITES } from '../lost-replies/public-answer-writes.ts';

/* Every operation by which a screen writes, and why a lost response to it does no harm. */

const SOURCES = join(__dirname, '../../../web/src');

const files = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.tsx?$/.test(path))
  .map((path) => ({ path, text: readFileSync(join(SOURCES, path), 'utf8') }));

const callersOf = ({ name }: OperationSpec) =>
  files.filter(({ text }) => new RegExp(`\\bcall\\(\\s*${name}\\b`).test(text));

const written = (Object.values(operations) as OperationSpec[]).filter(
  (operation) => operation.method === 'POST' && callersOf(operation).length > 0,
);

/** Operations that are not idempotent by their definition, by what a screen does after a lost response. */
const AFTERWARDS: Readonly<Record<string, readonly string[]>> = {
  'the screen looks up whether the card was charged': [
    'savePaidRegistration',
    'upgradeSubscription',
  ],
  'the same values are saved again': [
    'saveFreeRegistration',
    'updateInboundSettings',
    'updatePassword',
    'updatePaymentMethod',
    'updateSavedReply',
    'updateUserLink',
    'updateUserLinkPosition',
    'updateUserProfile',
    'updateUserSocialLinks',
    'updateUserTheme',
    'uploadUserAvatar',
    'savePushSubscription',
    'correctPhoneNumber',
  ],
  'the same time is set again by the next visit': [
    'markInboxAsRead',
    'markInboxAsReceived',
    'markOrderMessageAsRead',
  ],
  'a new code or challenge takes the place of the lost one': [
    'requestPasswordReset',
    'resendVerificationCode',
    'sendOneTimeLoginCode',
    'sendOldNumberCode',
    'sendVerificationCode',
    'sendEmailCode',
    'requestAccountRecovery',
    'sendRecoveryNumberCode',
    'beginPasskeyConfirmation',
    'beginPasskeyRegistration',
    'beginPasskeySignIn',
  ],
  'a used code is refused, and another way signs in': [
    'authenticate',
    'verifyOneTimeLogin',
    'verifyPasswordReset',
    'confirmPasswordReset',
    'verifyUser',
    'changePhoneNumber',
    'confirmEmail',
    'recoverAccount',
    'finishPasskeyConfirmation',
    'finishPasskeySignIn',
  ],
  'a look is recorded once more': ['findAtDesk'],
};

/** The writes whose lost responses are played, in test/web/lost-replies or in the test of their screen. */
const PLAYED = new Set([
  ...[
    ...FORM_WRITES,
    ...CONVERSATION_WRITES,
    ...PEOPLE_WRITES,
    ...DESK_WRITES,
    ...PUBLIC_ANSWER_WRITES,
  ].map(({ operation }) => operation.name),
  // test/web/conversations/paying.test.ts
  'createInbox',
  'createInboxWithPayment',
  'confirmInboxPayment',
  // test/web/chat: outbox.test.ts, group-photo.test.ts
  'createChatMessage',
  'updateChatPhoto',
  // test/web/accounts/attachment-settings.test.ts
  'updateAttachmentSettings',
  // test/web/forms/price-forms.test.ts
  'updateAvailability',
  'updateTiers',
  'updatePrompts',
  'updateContactPrice',
]);

/**
 * Writes that create nothing and move no money: they set or remove something, and the screen shows it as the server has it. The API
 * client repeats them too. The two with a key have the form of a played one.
 */
const SETS_A_STATE = [
  'handOverDeskItem',
  'markDeskItemAsOpen',
  'markStatementAsRead',
  'removeDeskItemAsOpen',
  'skipDeskItem',
  'appealBlockedStatement',
  'createChatPicture',
  'blockUser',
  'unblockUser',
  'deskUnblockUser',
  'muteChat',
  'leaveChat',
  'removeChatMember',
  'createChatRead',
  'deleteChatMessage',
  'editChatMessage',
  'reactToChatMessage',
  'rejectUserContact',
  'removeUserContact',
  'deleteDraft',
  'saveDraft',
  'saveAnswerDraft',
  'deleteSavedReply',
  'deleteUserLink',
  'verifyLink',
  'dismissAlert',
  'removeUserAvatar',
  'removePaymentMethod',
  'cancelAccountDeletion',
  'cancelSubscription',
  'createPayoutSetupLink',
  'signAnswer',
  'signOut',
  'endSession',
  'endOtherSessions',
  'stopPhoneChange',
  'stopSecurityStep',
  'showThanks',
  // Played in the queue of uploads: test/web/attachments/upload-queue.test.ts.
  'createAttachment',
  'deleteAttachment',
  'takeBackThanks',
  'thankRecipient',
  'withdrawThanksConsent',
  'removeEmail',
  'finishPasskeyRegistration',
  'removePasskey',
  'renamePasskey',
  'deletePushSubscription',
  'updateNotificationSettings',
  'unsubscribeByEmail',
];

describe('a lost response', () => {
  test('does no harm in any screen that writes: each operation is idempotent, or has a reason', () => {
    const open = written.filter(({ idempotent }) => !idempotent).map(({ name }) => name);
    expect(open.sort()).toEqual(Object.values(AFTERWARDS).flat().sort());
  });

  test('of an operation with an Idempotency-Key is repeated with the same key', () => {
    const withKey = written.filter(({ idempotent }) => idempotent === 'byKey');
    const keyless = withKey.flatMap((operation) =>
      callersOf(operation)
        .filter(({ text }) => !/useSendOnce|sendOnce|idempotencyKey|options\b/.test(text))
        .map(({ path }) => `${operation.name}: ${path}`),
    );
    expect(withKey.length).toBeGreaterThan(0);
    expect(keyless).toEqual([]);
  });

  test('of each write that creates something or moves money is played in its screen', () => {
    const repeatable = written.filter(({ idempotent }) => idempotent !== undefined);
    const notPlayed = repeatable.map(({ name }) => name).filter((name) => !PLAYED.has(name));
    expect(notPlayed.sort()).toEqual([...SETS_A_STATE].sort());
  });
});
