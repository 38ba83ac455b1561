import { beforeEach, describe, expect, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react/pure';
import { contestClaim } from '#shared/api/claims.ts';
import { viewInboxMessages, viewOrderMessages } from '#shared/api/conversation-messages.ts';
import { viewInbox, viewOrder } from '#shared/api/conversations.ts';
import { DAY, instant, later } from '#shared/time.ts';
import type { Message } from '#web/features/conversations/conversation.ts';
import { paths } from '#web/paths.ts';
import { callsOf, openScreen, serve, success } from '../open-screen.ts';
import { ana, ben, type Conversation, message, NOW } from '../screen-fixtures.ts';

/* Where the two sides of a claim react: not in the form of a free reply. */

type Claim = NonNullable<Conversation['claim']>;

const claim: Claim = {
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
  actions: ['improve', 'giveBack', 'contest'],
};
const answered: Conversation = { ...message, status: 'OPEN', moneyState: 'CHARGED', claim };

const paidResponse: Message = {
  id: '01J0000000000000000000000A',
  kind: 'PAID_RESPONSE',
  body: '<p>It depends on the rule.</p>',
  dateTimeSent: NOW,
  senderId: ana.id,
  senderName: ana.fullName,
  senderAvatar: null,
  messageRead: true,
  dateTimeRead: null,
};

/** Serves the answered message with this claim to both sides. */
function serveClaim(change: Partial<Claim> | null, status: Conversation['status'] = 'OPEN') {
  const conversation = { ...answered, status, claim: change && { ...claim, ...change } };
  serve(viewInbox, () => success(viewInbox, { data: [conversation] }));
  serve(viewOrder, () => success(viewOrder, { data: [conversation] }));
}

beforeEach(() => {
  const nothing = { pageTotal: 0, data: [], readAt: null } as never;
  serve(viewInboxMessages, () =>
    success(viewInboxMessages, { pageTotal: 1, data: [paidResponse] } as never),
  );
  serve(viewOrderMessages, () => success(viewOrderMessages, nothing));
});

const named = (name: string) => screen.findByRole('link', { name });
const replies = () => screen.queryAllByRole('link', { name: /^Reply($|,)/ });

describe('the recipient of a claim', () => {
  test.each(['OPEN', 'COMPLETED'] as const)(
    'improves or contests on the screen of the letter in an %s conversation',
    async (status) => {
      serveClaim({}, status);
      const { user } = await openScreen(paths.inboxViewer(message.id), ana);
      const improve = await screen.findByRole('radio', { name: 'Improve the answer' });
      expect(improve).toHaveProperty('checked', true);
      const editor = await screen.findByRole('textbox', { name: 'Your improved answer to Ben' });
      expect(editor.textContent).toBe('It depends on the rule.');
      screen.getByRole('button', { name: 'Send the improved answer' });
      await user.click(screen.getByRole('radio', { name: 'Contest the claim' }));
      await screen.findByRole('textbox', { name: 'Why does your answer stand?' });
      screen.getByRole('button', { name: 'Contest it' });
      expect(screen.queryByRole('link', { name: 'Reply for free' })).toBeNull();
      await user.click(await screen.findByRole('button', { name: 'More' }));
      await screen.findByRole('menuitem', { name: 'Give the money back' });
      const reply = screen.queryByRole('menuitem', {
        name: 'Reply',
        description: 'A reply doesn’t settle the claim.',
      });
      expect(reply !== null).toBe(status === 'OPEN');
    },
  );

  test.each([
    ['improve', paths.improveAnswer(message.id), 'Improve the answer'],
    ['contest', paths.contestClaim(message.id), 'Contest the claim'],
  ])('finds the choice to %s made at its own address', async (_, address, choice) => {
    serveClaim({});
    await openScreen(address, ana);
    const chosen = await screen.findByRole('radio', { name: choice });
    expect(chosen).toHaveProperty('checked', true);
    await screen.findByText('It is about another rule.');
  });

  test('cannot send the answer again that was sent, and keeps both texts while choosing', async () => {
    serveClaim({});
    serve(contestClaim, () => success(contestClaim, {} as never));
    const { user } = await openScreen(paths.inboxViewer(message.id), ana);
    await screen.findByText('It depends on the rule.');
    await user.click(await screen.findByRole('button', { name: 'Send the improved answer' }));
    await screen.findByText(/^(Your reply must be at least|This is the answer that you sent)/);
    await user.click(screen.getByRole('radio', { name: 'Contest the claim' }));
    const why = await screen.findByRole('textbox', { name: 'Why does your answer stand?' });
    await user.type(why, 'The rule is named in it.');
    await user.click(screen.getByRole('radio', { name: 'Improve the answer' }));
    await screen.findByRole('textbox', { name: 'Your improved answer to Ben' });
    await user.click(screen.getByRole('radio', { name: 'Contest the claim' }));
    expect(await screen.findByRole('textbox', { name: /^Why does/ })).toHaveProperty(
      'value',
      'The rule is named in it.',
    );
    await user.click(screen.getByRole('button', { name: 'Contest it' }));
    await waitFor(() => expect(callsOf(contestClaim)).toHaveLength(1));
  });

  test('returns to the letter from the form of a claim that has ended', async () => {
    serveClaim({ state: 'WITHDRAWN', until: null, actions: [] });
    const { pathname } = await openScreen(paths.improveAnswer(message.id), ana);
    await waitFor(() => expect(pathname()).toBe(paths.inboxViewer(message.id)));
  });

  test('reads in the reply form that a reply is no reaction, and reaches both reactions there', async () => {
    serveClaim({});
    await openScreen(paths.inboxReply(message.id), ana);
    await screen.findByText('A reply doesn’t settle the claim');
    await screen.findByText(/If you only reply, Ben gets all \$25\.00 back/);
    await named('Improve the answer');
    await named('Contest the claim');
  });

  test.each(['IMPROVED', 'CONTESTED'] as const)(
    'has no free reply as the main button while the claim is %s',
    async (state) => {
      serveClaim({ state, actions: [], ...(state === 'CONTESTED' && { until: null }) });
      await openScreen(paths.inboxViewer(message.id), ana);
      await waitFor(() => expect(replies()).toHaveLength(1));
      expect(screen.queryByRole('link', { name: 'Reply for free' })).toBeNull();
    },
  );

  test('has the free reply as the main button again once the claim is settled', async () => {
    serveClaim({ state: 'WITHDRAWN', until: null, actions: [] });
    await openScreen(paths.inboxViewer(message.id), ana);
    await named('Reply for free');
  });

  test('has no reaction left once the time is over, before the schedule has ended the claim', async () => {
    serveClaim({ until: instant(NOW - 1) });
    await openScreen(paths.inboxViewer(message.id), ana);
    await waitFor(() => expect(replies()).toHaveLength(1));
    expect(screen.queryByRole('radio', { name: 'Improve the answer' })).toBeNull();
  });

  test('is led from the form of the paid answer to the claim', async () => {
    serveClaim({});
    const { pathname } = await openScreen(paths.paidReply(message.id), ana);
    await waitFor(() => expect(pathname()).toBe(paths.inboxViewer(message.id)));
  });
});

describe('the sender of a claim', () => {
  const improved: Partial<Claim> = { state: 'IMPROVED', actions: ['askForDecision', 'withdraw'] };

  test('asks for a decision about the improved answer with the main button', async () => {
    serveClaim(improved);
    await openScreen(paths.orderViewer(message.id), ben);
    expect((await named('Ask us to decide')).getAttribute('href')).toBe(
      paths.askForDecision(message.id),
    );
    expect(screen.queryByRole('link', { name: 'Reply for free' })).toBeNull();
  });

  test.each([
    [{ state: 'OPEN', actions: ['withdraw'] }, 'Withdraw the claim', 'Withdraw your claim?'],
    [improved, 'Accept the answer', 'Accept the improved answer?'],
  ] satisfies [Partial<Claim>, string, string][])(
    'confirms the end of the claim in the words of the button: %j',
    async (claim, name, title) => {
      serveClaim(claim);
      const { user } = await openScreen(paths.orderViewer(message.id), ben);
      await user.click(await screen.findByRole('button', { name }));
      await screen.findByRole('alertdialog', { name: title });
    },
  );

  test('reads in the reply form that a reply asks for no decision', async () => {
    serveClaim(improved);
    await openScreen(paths.orderReply(message.id), ben);
    await screen.findByText('A reply doesn’t settle the claim');
    await named('Ask us to decide');
  });
});
