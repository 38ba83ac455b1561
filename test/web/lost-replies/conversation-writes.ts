import { expect } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react/pure';
import type { UserEvent } from '@testing-library/user-event';
import { giveBackClaim, withdrawClaim } from '#shared/api/claims.ts';
import { endClarification } from '#shared/api/clarifications.ts';
import {
  createOrderMessage,
  viewInboxMessages,
  viewOrderMessages,
} from '#shared/api/conversation-messages.ts';
import { closeInbox, viewInbox, viewOrder } from '#shared/api/conversations.ts';
import { nudgeRecipient } from '#shared/api/nudges.ts';
import { askForPlace } from '#shared/api/offers.ts';
import { viewUserProfile } from '#shared/api/profiles.ts';
import { CLARIFICATION_TIME } from '#shared/rules/conversations/clarification.ts';
import { DAY, instant, later } from '#shared/time.ts';
import { OUTBOX_KEY } from '#web/api/outbox-key.ts';
import { paths } from '#web/paths.ts';
import { ANSWER } from '../forms/form-fixtures.ts';
import { serve, success } from '../open-screen.ts';
import { ana, ben, bensProfile, type Conversation, message, NOW } from '../screen-fixtures.ts';
import { says, type Write } from './play.ts';

/* What people do in a conversation without a form of its own. */

/** Serves the conversation to both sides, with no messages. */
function serveConversation(changes: Partial<Conversation>): void {
  const data = [{ ...message, ...changes }];
  const nothing = { pageTotal: 0, data: [], readAt: null } as never;
  serve(viewInbox, () => success(viewInbox, { data }));
  serve(viewOrder, () => success(viewOrder, { data }));
  serve(viewInboxMessages, () => success(viewInboxMessages, nothing));
  serve(viewOrderMessages, () => success(viewOrderMessages, nothing));
}

const claim: NonNullable<Conversation['claim']> = {
  state: 'OPEN',
  reason: 'NOT_ADDRESSED',
  text: 'It is about another rule.',
  claimedAt: NOW,
  until: later(NOW, DAY),
  improvedAt: null,
  contest: null,
  decisionReason: null,
  endedAt: null,
  frozen: message.netEarnings,
  actions: ['improve', 'giveBack', 'contest', 'withdraw'],
};
const answered = { status: 'OPEN', moneyState: 'CHARGED' } as const;
const press = (name: string | RegExp) => async (user: UserEvent) => {
  const [button] = await screen.findAllByRole('button', { name });
  await user.click(button as HTMLElement);
  await screen.findByRole('alertdialog');
};
const choose = (name: string) => async (user: UserEvent) => {
  await user.click(await screen.findByRole('button', { name: 'More' }));
  await user.click(await screen.findByRole('menuitem', { name }));
  await screen.findByRole('alertdialog');
};
const clarification = { askedAt: NOW, until: later(NOW, CLARIFICATION_TIME), endedAt: null };

export const CONVERSATION_WRITES: readonly Write[] = [
  {
    name: 'The close of a conversation',
    operation: closeInbox,
    address: paths.inboxViewer(message.id),
    viewer: ana,
    prepare: () => serveConversation(answered),
    begin: async (user) => {
      await user.click(await screen.findByRole('button', { name: 'More' }));
      await user.click(await screen.findByRole('menuitem', { name: 'Close conversation' }));
    },
    submit: 'Close conversation',
    response: () => success(closeInbox, {}),
    done: says('Conversation closed'),
  },
  {
    name: 'A claim that is given back',
    operation: giveBackClaim,
    address: paths.inboxViewer(message.id),
    viewer: ana,
    prepare: () => serveConversation({ ...answered, claim }),
    begin: choose('Give the money back'),
    submit: 'Give it back',
    response: () => success(giveBackClaim, {}),
    done: says('The sender gets the money back'),
  },
  {
    name: 'A claim that is withdrawn',
    operation: withdrawClaim,
    address: paths.orderViewer(message.id),
    viewer: ben,
    prepare: () => serveConversation({ ...answered, claim }),
    begin: press('Withdraw the claim'),
    submit: 'Withdraw it',
    response: () => success(withdrawClaim, {}),
    done: says('Your claim is withdrawn'),
  },
  {
    name: 'The end of a pause',
    operation: endClarification,
    address: paths.inboxViewer(message.id),
    viewer: ana,
    prepare: () => serveConversation({ status: 'NEEDS_INFO', clarification }),
    begin: press('Stop waiting'),
    submit: 'Stop waiting',
    response: () => success(endClarification, {}),
    done: says('The time to answer runs again'),
  },
  {
    name: 'A reminder',
    operation: nudgeRecipient,
    address: paths.orderViewer(message.id),
    viewer: ben,
    prepare: () => serveConversation({ deadlineAt: later(instant(Date.now()), 4 * DAY) }),
    begin: press('Remind Ana'),
    submit: 'Remind Ana',
    response: () => success(nudgeRecipient, {}),
    done: says('Reminder noted. The timeline says what was sent to Ana.'),
  },
  {
    name: 'A free reply',
    operation: createOrderMessage,
    address: paths.orderReply(message.id),
    viewer: ben,
    prepare: () => {
      serveConversation(answered);
      localStorage.setItem(`orderReply_${message.id}`, '<p>Thank you, I will do so.</p>');
    },
    begin: () => screen.findByText('Thank you, I will do so.'),
    submit: 'Send Message',
    response: () => success(createOrderMessage, { data: [{ ...ANSWER, kind: 'REPLY' }] }),
    done: async () => {
      await waitFor(() => expect(localStorage.getItem(OUTBOX_KEY)).toBeNull());
    },
    unknown: /^Your reply may have arrived\. Trying again doesn’t send it twice\.$/,
    again: 'Try again',
  },
  {
    name: 'A place on a waiting list',
    operation: askForPlace,
    address: paths.profile(ben.username),
    viewer: ana,
    prepare: () => serveFullProfile(false),
    submit: 'Notify me when there’s an opening',
    response: () => success(askForPlace, {}),
    afterwards: () => serveFullProfile(true),
    done: says('We’ll notify you when there’s an opening.'),
  },
];

function serveFullProfile(asked: boolean): void {
  const full = { ...bensProfile, active: false, full: { asked } };
  serve(viewUserProfile, () => success(viewUserProfile, { data: [full] }));
}
