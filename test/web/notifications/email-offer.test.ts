import { describe, expect, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react/pure';
import { viewDashboardStats } from '#shared/api/accounts.ts';
import { viewPaymentMethod } from '#shared/api/billing.ts';
import { viewInboxList, viewOrderList } from '#shared/api/conversation-lists.ts';
import { createInbox } from '#shared/api/conversation-payments.ts';
import { viewDraft } from '#shared/api/drafts.ts';
import { sendEmailCode, viewEmail } from '#shared/api/email.ts';
import { viewInboundSettings } from '#shared/api/inbound-settings.ts';
import { viewUserProfile } from '#shared/api/profiles.ts';
import { cents, ZERO } from '#shared/money.ts';
import { paths } from '#web/paths.ts';
import { serveCardFields } from '../billing/fake-card-fields.ts';
import { callsOf, openScreen, serve, success } from '../open-screen.ts';
import { ana, ben, bensProfile, inboxRow, message, NOW, orderRow } from '../screen-fixtures.ts';

const draft = {
  id: '01J0000000000000000000000D',
  version: 1,
  recipientId: ben.id,
  messageSubject: 'Dry winters',
  messageText: `<p>${'How dry is dry? '.repeat(9)}</p>`,
  modifiedAt: NOW,
  expiresAt: NOW,
};
const card = { id: 'pm_1', cardBrand: 'visa', cardLastFour: '4242' };

/* The offer of an email address in jsdom, which cannot show notifications. */

async function openInbox(address: string | null = null, offered = true) {
  serve(viewInboxList, () =>
    success(viewInboxList, { data: [inboxRow(1)], pageTotal: 1 } as never),
  );
  serve(viewEmail, () => success(viewEmail, { data: [{ offered, address, suppressed: null }] }));
  serve(sendEmailCode, () => success(sendEmailCode, {}));
  const opened = await openScreen(paths.inbox(), ana);
  await screen.findByText(inboxRow(1).subject);
  return opened;
}

const offer = () => screen.findByRole('region', { name: 'Hear about new letters by email' });
const field = () => screen.findByRole('textbox', { name: 'Email address' });

describe('a browser that cannot show notifications', () => {
  test('sends a code to the address that is entered in place, and then asks for the code', async () => {
    const { user } = await openInbox();
    await offer();
    await user.type(await field(), 'ana@letters.example');
    await user.click(screen.getByRole('button', { name: 'Send code' }));
    await screen.findByRole('heading', { name: 'Confirm email address' });
    expect(callsOf(sendEmailCode).map(({ input }) => input.get('email'))).toEqual([
      'ana@letters.example',
    ]);
  });

  test('says what is wrong with an address, and sends nothing', async () => {
    const { user } = await openInbox();
    await user.type(await field(), 'ana@');
    await user.click(screen.getByRole('button', { name: 'Send code' }));
    await waitFor(async () => expect((await field()).getAttribute('aria-invalid')).toBe('true'));
    expect(callsOf(sendEmailCode)).toEqual([]);
  });

  test('does not offer it again to a user who declined', async () => {
    const { user } = await openInbox();
    await offer();
    await user.click(screen.getByRole('button', { name: 'Don’t offer this again' }));
    expect(screen.queryByRole('region', { name: 'Hear about new letters by email' })).toBeNull();
  });

  test.each([
    ['a user with an address', 'ana@letters.example', true],
    ['a user of a product that sends no email', null, false],
  ] as const)('offers nothing to %s', async (_whom, address, offered) => {
    await openInbox(address, offered);
    await waitFor(() => expect(callsOf(viewEmail)).toHaveLength(1));
    expect(screen.queryByRole('textbox', { name: 'Email address' })).toBeNull();
  });
});

describe('the places of the offer', () => {
  const serveLists = (suppressed: 'BOUNCE' | null = null) => {
    const mine = { senderId: ana.id, recipientId: ben.id, status: 'PENDING' as const };
    const pricing = { userId: ana.id, paidResponsePrice: cents(500), paidResponseCommitment: 0 };
    serve(viewInboundSettings, () => success(viewInboundSettings, { data: [pricing] }));
    const [orders, stats] = [
      [{ ...orderRow(1), ...mine }],
      { userId: ana.id, alerts: [], contactRequests: 0 },
    ];
    serve(viewOrderList, () => success(viewOrderList, { data: orders, pageTotal: 1 } as never));
    serve(viewInboxList, () => success(viewInboxList, { data: [], pageTotal: 0 }));
    serve(viewDashboardStats, () =>
      success(viewDashboardStats, {
        data: [
          {
            ...stats,
            pendingPayments: ZERO,
            pendingInbox: 0,
            accountBalance: ZERO,
            waitingAmount: ZERO,
            frozenAmount: ZERO,
            profileViews: 0,
            unreadInbox: 0,
            unreadOutbox: 0,
          },
        ],
      } as never),
    );
    const address = suppressed ? 'ana@letters.example' : null;
    serve(viewEmail, () => success(viewEmail, { data: [{ offered: true, address, suppressed }] }));
  };

  test('the outbox offers an email address to a sender who waits', async () => {
    serveLists();
    await openScreen(paths.orders(), ana);
    await screen.findByRole('region', { name: 'Hear about answers by email' });
    await field();
  });

  test('Home offers an email address to somebody who only waits for an answer', async () => {
    serveLists();
    await openScreen(paths.dashboard(), ana);
    await screen.findByRole('region', { name: 'Hear about answers by email' });
    await field();
  });

  test('payment success offers an email address for the answer', async () => {
    serveLists();
    serve(viewUserProfile, () => success(viewUserProfile, { data: [bensProfile] }));
    serve(viewDraft, () => success(viewDraft, { data: [draft] }));
    serve(viewPaymentMethod, () => success(viewPaymentMethod, { data: [card] }));
    serve(createInbox, () =>
      success(createInbox, { data: [{ ...message, recipientName: ben.fullName }] }),
    );
    serveCardFields();
    const { user, pathname } = await openScreen(paths.inboxPayment(ben.id), ana);
    await user.click(await screen.findByRole('button', { name: 'Submit Order' }));
    await waitFor(() => expect(pathname()).toBe(paths.paymentSuccess()));
    await screen.findByRole('region', { name: 'Get notified when Ben answers' });
    await field();
  });

  test('Home says that emails came back, and offers no second address', async () => {
    serveLists('BOUNCE');
    await openScreen(paths.dashboard(), ana);
    await screen.findByText('Emails to you came back');
    expect(screen.queryByRole('textbox', { name: 'Email address' })).toBeNull();
  });
});
