import { describe, expect, jest, test } from '@jest/globals';
import { handler as refreshToken } from '#functions/auth/refreshToken.ts';
import { readAccessToken } from '#functions/auth/tokens.ts';
import { subscriptions } from '#functions/gateways/subscriptions.ts';
import { userById } from '#functions/storage/accounts/users.ts';
import { table } from '#functions/storage/table.ts';
import { Refusal } from '#shared/refusals.ts';
import { DAY, HOUR } from '#shared/time.ts';
import { call } from '../../support/call.ts';
import { expectLedgerMatchesStripe, postAllEvents } from '../../support/money.ts';
import { newPerson } from '../../support/people.ts';
import {
  accountOf,
  advanceWithWebhooks,
  answerBank,
  badgeHeld,
  cancelPlan,
  deliverWebhooks,
  invoicesOf,
  onPlan,
  planRevenue,
  putOnFile,
  subscriptionsOf,
  typedCard,
  upgrade,
  withCard,
} from '../../support/plans.ts';
import { worldOfEachTest } from '../../support/test-world.ts';

const world = worldOfEachTest();

const paidInvoices = () => invoicesOf(world).filter(({ status }) => status === 'paid');

test('a person can cancel only their own plan', async () => {
  const [one, other] = [await onPlan(world), await withCard(world)];
  expect((await cancelPlan(other)).http).toBe(409);
  expect(await accountOf(world, one)).toMatchObject({ licenseId: 'STARTER', planEndsAt: null });
});

describe('a plan upgrade', () => {
  test('from FREE takes effect immediately, and is paid and booked once', async () => {
    const person = await withCard(world);
    expect((await upgrade(person)).http).toBe(200);
    expect(await accountOf(world, person)).toMatchObject({
      licenseId: 'STARTER',
      planEndsAt: null,
      planPaymentFailed: false,
    });
    expect(await planRevenue(world)).toBe(199);
    await postAllEvents(world);
    await postAllEvents(world);
    expect(await planRevenue(world)).toBe(199);
    await expectLedgerMatchesStripe(world);
  });

  test('is charged once if its response was lost and it is repeated', async () => {
    const person = await withCard(world);
    for (const plan of ['STARTER', 'STARTER', 'PROFESSIONAL', 'PROFESSIONAL'] as const)
      expect((await upgrade(person, plan)).http).toBe(200);
    expect(paidInvoices()).toHaveLength(2);
    expect(subscriptionsOf(world)).toHaveLength(1);
    await deliverWebhooks(world);
    await expectLedgerMatchesStripe(world);
  });

  test('from STARTER to PROFESSIONAL credits the rest of the month', async () => {
    const person = await onPlan(world);
    await advanceWithWebhooks(world, 15 * DAY);
    expect((await upgrade(person, 'PROFESSIONAL')).http).toBe(200);
    expect(await accountOf(world, person)).toMatchObject({ licenseId: 'PROFESSIONAL' });
    const [last] = paidInvoices();
    expect(last?.amount_paid).toBeGreaterThanOrEqual(499 - 103);
    expect(last?.amount_paid).toBeLessThanOrEqual(499 - 96);
    expect(subscriptionsOf(world)).toHaveLength(1);
    await expectLedgerMatchesStripe(world);
  });

  test('returns the date of the next payment', async () => {
    const person = await onPlan(world);
    const { planRenewsAt } = await accountOf(world, person);
    const days = (Date.parse(planRenewsAt) - world.now()) / DAY;
    expect(days).toBeGreaterThan(27);
    expect(days).toBeLessThan(32);
  });

  test('appears in refreshed tokens', async () => {
    const person = await onPlan(world);
    const fresh = await call(refreshToken, {}, { token: person.refreshToken });
    expect((await readAccessToken(fresh.body.access_token, world.now()))?.plan).toBe('STARTER');
  });

  test('to the current plan changes nothing and is free', async () => {
    const person = await onPlan(world);
    expect((await upgrade(person)).http).toBe(200);
    expect(paidInvoices()).toHaveLength(1);
  });

  test('requires a saved card', async () => {
    const refused = await upgrade(await newPerson(world));
    expect(refused).toMatchObject({
      http: 409,
      body: { status: 'PAYMENT_METHOD_REQUIRED', message: 'Please add a payment method first.' },
    });
  });

  test('to a smaller plan is refused', async () => {
    const refused = await upgrade(await onPlan(world, 'PROFESSIONAL'), 'STARTER');
    expect(refused).toMatchObject({ http: 409, body: { status: 'WRONG_STATUS' } });
  });

  test('does not complete a registration', async () => {
    const refused = await upgrade(await newPerson(world, { licenseId: 'NONE' }));
    expect(refused.body).toMatchObject({
      status: 'WRONG_STATUS',
      message: 'Please finish your registration first.',
    });
  });

  test.each(['FREE', 'NONE', 'GOLD', ''])('to %p is refused', async (licenseId) => {
    expect((await upgrade(await withCard(world), licenseId)).body).toMatchObject({
      status: 'INVALID_INPUT',
      fields: { licenseId: 'Please choose a plan' },
    });
  });

  test('starts payments for a person whose plan was free of charge', async () => {
    const person = await withCard(world, 'pm_card_visa', { licenseId: 'STARTER' });
    expect((await upgrade(person, 'PROFESSIONAL')).http).toBe(200);
    expect(await accountOf(world, person)).toMatchObject({ licenseId: 'PROFESSIONAL' });
  });
});

describe('a declined card for an upgrade', () => {
  test('leaves the plan unchanged, without a charge or an open invoice', async () => {
    const person = await withCard(world, 'pm_card_chargeCustomerFail');
    expect(await upgrade(person)).toMatchObject({
      http: 402,
      body: {
        status: 'CARD_DECLINED',
        message: 'Your card was declined. Nothing was charged and your plan hasn’t changed.',
      },
    });
    expect(await accountOf(world, person)).toMatchObject({ licenseId: 'FREE', planEndsAt: null });
    expect(subscriptionsOf(world).map(({ status }) => status)).toEqual(['incomplete_expired']);
    expect(invoicesOf(world).map(({ status }) => status)).toEqual(['void']);
    await deliverWebhooks(world);
    expect(await planRevenue(world)).toBe(0);
    await expectLedgerMatchesStripe(world);
  });

  test('can be replaced by another card', async () => {
    const person = await withCard(world, 'pm_card_chargeCustomerFail');
    await upgrade(person);
    await putOnFile(person);
    expect((await upgrade(person)).http).toBe(200);
    expect(await planRevenue(world)).toBe(199);
  });

  test('leaves no open invoice after its webhooks if Stripe did not answer the request that abandons it', async () => {
    const person = await withCard(world, 'pm_card_chargeCustomerFail');
    const unanswered = jest
      .spyOn(subscriptions, 'giveUp')
      .mockRejectedValueOnce(new Refusal('UNAVAILABLE'));
    expect((await upgrade(person)).body.status).toBe('UNAVAILABLE');
    unanswered.mockRestore();
    expect(invoicesOf(world).map(({ status }) => status)).toEqual(['open']);
    await deliverWebhooks(world);
    expect(invoicesOf(world).map(({ status }) => status)).toEqual(['void']);
    expect(subscriptionsOf(world).map(({ status }) => status)).toEqual(['incomplete_expired']);
    expect(await accountOf(world, person)).toMatchObject({ licenseId: 'FREE' });
  });

  test('is given up at Stripe before the next attempt gets another key', async () => {
    const person = await withCard(world, 'pm_card_chargeCustomerFail');
    const version = async () => (await userById(table, person.user.id, world.now()))?.planVersion;
    const versions = [await version()];
    const { giveUp } = subscriptions;
    const noted = jest.spyOn(subscriptions, 'giveUp').mockImplementation(async (id) => {
      versions.push(await version());
      await giveUp(id);
    });
    expect((await upgrade(person)).body.status).toBe('CARD_DECLINED');
    noted.mockRestore();
    const [before, whileGivenUp] = versions;
    expect([versions.length, whileGivenUp]).toEqual([2, before]);
    expect(await version()).toBe((before ?? 0) + 1);
  });

  test('from STARTER to PROFESSIONAL keeps STARTER, and a second attempt is a separate charge', async () => {
    const person = await onPlan(world);
    await putOnFile(person, 'pm_card_chargeCustomerFail');
    expect((await upgrade(person, 'PROFESSIONAL')).body.status).toBe('CARD_DECLINED');
    expect(await accountOf(world, person)).toMatchObject({ licenseId: 'STARTER' });
    expect(subscriptionsOf(world)[0]).toMatchObject({ status: 'active', pending_update: null });
    await putOnFile(person, 'pm_card_mastercard');
    expect((await upgrade(person, 'PROFESSIONAL')).http).toBe(200);
    expect(await accountOf(world, person)).toMatchObject({ licenseId: 'PROFESSIONAL' });
    await deliverWebhooks(world);
    await expectLedgerMatchesStripe(world);
  });
});

describe('an upgrade that requires authentication', () => {
  /** Creates a person whose saved card requires authentication at every payment. */
  async function strict() {
    const person = await newPerson(world);
    answerBank(world, await putOnFile(person, 'pm_card_authenticationRequired'), 'authenticated');
    await putOnFile(person, 'pm_card_authenticationRequired');
    return person;
  }

  test('takes effect when the same request is repeated', async () => {
    const person = await strict();
    const asked = await upgrade(person);
    expect(asked).toMatchObject({ http: 402, body: { status: 'CARD_ACTION_REQUIRED' } });
    expect(asked.body.clientSecret).toMatch(/^pi_\w+_secret_\w+$/);
    expect(await accountOf(world, person)).toMatchObject({ licenseId: 'FREE' });
    answerBank(world, asked, 'authenticated');
    expect((await upgrade(person)).http).toBe(200);
    expect(await accountOf(world, person)).toMatchObject({ licenseId: 'STARTER' });
    expect(await planRevenue(world)).toBe(199);
  });

  test('takes effect through the webhook if the person does not return', async () => {
    const person = await strict();
    const asked = await upgrade(person);
    answerBank(world, asked, 'authenticated');
    await deliverWebhooks(world);
    expect(await accountOf(world, person)).toMatchObject({ licenseId: 'STARTER' });
    expect(await planRevenue(world)).toBe(199);
    await expectLedgerMatchesStripe(world);
  });

  test('returns the same client secret if the request is repeated before the authentication', async () => {
    const person = await strict();
    const [one, two] = [await upgrade(person), await upgrade(person)];
    expect(two.body.clientSecret).toBe(one.body.clientSecret);
  });

  test('changes nothing if the authentication fails, and can be repeated', async () => {
    const person = await strict();
    answerBank(world, await upgrade(person), 'failed');
    const refused = await upgrade(person);
    expect(refused.body).toMatchObject({ status: 'CARD_DECLINED', message: /didn’t confirm/ });
    const asked = await upgrade(person);
    expect(asked.body.status).toBe('CARD_ACTION_REQUIRED');
    answerBank(world, asked, 'authenticated');
    expect((await upgrade(person)).http).toBe(200);
  });

  test('expires after a day if the cardholder does not respond', async () => {
    const person = await strict();
    await upgrade(person);
    await advanceWithWebhooks(world, 24 * HOUR);
    expect(subscriptionsOf(world).map(({ status }) => status)).toEqual(['incomplete_expired']);
    expect((await upgrade(person)).body.status).toBe('CARD_ACTION_REQUIRED');
  });

  test('does not block another plan or card', async () => {
    const person = await strict();
    await upgrade(person);
    const other = await upgrade(person, 'PROFESSIONAL');
    expect(other.body.status).toBe('CARD_ACTION_REQUIRED');
    await putOnFile(person);
    expect((await upgrade(person, 'PROFESSIONAL')).http).toBe(200);
    expect(await accountOf(world, person)).toMatchObject({ licenseId: 'PROFESSIONAL' });
    expect(await planRevenue(world)).toBe(499);
    await deliverWebhooks(world);
    await expectLedgerMatchesStripe(world);
  });
});

describe('the card name on a profile', () => {
  const named = async (fullName: string, billing: string) => {
    const person = await newPerson(world, { fullName });
    await putOnFile(person, await typedCard(world, billing));
    await upgrade(person);
    return person;
  };

  test('shows that the card name matches, but not that the account is verified', async () => {
    const person = await named('Ana Marković', 'ANA  MARKOVIC');
    expect(await badgeHeld(world, person)).toBe('CARD_NAME');
    expect(await accountOf(world, person)).toMatchObject({ badge: 'CARD_NAME', trusted: false });
  });

  test('is not shown if the card has another name or the plan has ended', async () => {
    expect(await badgeHeld(world, await named('Ana Marković', 'Ben Okafor'))).toBe('NONE');
    const person = await named('Ana Marković', 'Ana Markovic');
    await cancelPlan(person);
    await advanceWithWebhooks(world, 32 * DAY);
    expect(await accountOf(world, person)).toMatchObject({ licenseId: 'FREE', badge: 'NONE' });
  });

  test('is removed when a card with another name replaces the card', async () => {
    const person = await named('Ana Markovic', 'Ana Markovic');
    await putOnFile(person, await typedCard(world, 'Ben Okafor'));
    expect(await badgeHeld(world, person)).toBe('NONE');
  });
});

describe('canceling a plan', () => {
  test('keeps it until the end of the paid month, and returns that date', async () => {
    const person = await onPlan(world);
    const { planRenewsAt } = await accountOf(world, person);
    expect((await cancelPlan(person)).http).toBe(200);
    expect(await accountOf(world, person)).toMatchObject({
      licenseId: 'STARTER',
      planEndsAt: planRenewsAt,
      planRenewsAt: null,
    });
    await advanceWithWebhooks(world, 32 * DAY);
    expect(await accountOf(world, person)).toMatchObject({ licenseId: 'FREE', planEndsAt: null });
    expect(await planRevenue(world)).toBe(199);
    await expectLedgerMatchesStripe(world);
  });

  test('twice cancels once', async () => {
    const person = await onPlan(world);
    await cancelPlan(person);
    expect((await cancelPlan(person)).http).toBe(200);
  });

  test('is undone by choosing the same plan again, free of charge', async () => {
    const person = await onPlan(world);
    await cancelPlan(person);
    expect((await upgrade(person)).http).toBe(200);
    expect(await accountOf(world, person)).toMatchObject({ planEndsAt: null });
    expect(paidInvoices()).toHaveLength(1);
    await advanceWithWebhooks(world, 32 * DAY);
    expect(await accountOf(world, person)).toMatchObject({ licenseId: 'STARTER' });
    expect(await planRevenue(world)).toBe(2 * 199);
  });

  test('is undone by an upgrade', async () => {
    const person = await onPlan(world);
    await cancelPlan(person);
    await upgrade(person, 'PROFESSIONAL');
    expect(await accountOf(world, person)).toMatchObject({
      licenseId: 'PROFESSIONAL',
      planEndsAt: null,
    });
  });

  test('gives up an upgrade that the bank has not confirmed, so that it is never paid', async () => {
    const person = await onPlan(world);
    answerBank(world, await putOnFile(person, 'pm_card_authenticationRequired'), 'authenticated');
    await putOnFile(person, 'pm_card_authenticationRequired');
    const asked = await upgrade(person, 'PROFESSIONAL');
    expect(asked.body.status).toBe('CARD_ACTION_REQUIRED');
    expect((await cancelPlan(person)).http).toBe(200);
    expect(invoicesOf(world).map(({ status }) => status)).toEqual(['void', 'paid']);
    expect(() => answerBank(world, asked, 'authenticated')).toThrow();
    await deliverWebhooks(world);
    const account = await accountOf(world, person);
    expect(account).toMatchObject({ licenseId: 'STARTER', planEndsAt: expect.any(String) });
    expect(await planRevenue(world)).toBe(199);
  });

  test('is refused on the free plan', async () => {
    const refused = await cancelPlan(await withCard(world));
    expect(refused).toMatchObject({ http: 409, body: { status: 'WRONG_STATUS' } });
  });

  test('without a paid month ends it immediately, and can be repeated if the response was lost', async () => {
    const person = await newPerson(world, { licenseId: 'PROFESSIONAL' });
    expect([(await cancelPlan(person)).http, (await cancelPlan(person)).http]).toEqual([200, 200]);
    expect(await accountOf(world, person)).toMatchObject({ licenseId: 'FREE' });
  });

  test('and subscribing again later creates another subscription', async () => {
    const person = await onPlan(world);
    await cancelPlan(person);
    await advanceWithWebhooks(world, 32 * DAY);
    expect((await upgrade(person)).http).toBe(200);
    expect(await accountOf(world, person)).toMatchObject({ licenseId: 'STARTER' });
    expect(subscriptionsOf(world)).toHaveLength(2);
    await postAllEvents(world);
    expect(await accountOf(world, person)).toMatchObject({ licenseId: 'STARTER' });
    expect(await planRevenue(world)).toBe(2 * 199);
    await expectLedgerMatchesStripe(world);
  });
});
