import { describe, expect, jest, test } from '@jest/globals';
import { readAccessToken } from '#functions/auth/tokens.ts';
import { subscriptions } from '#functions/gateways/subscriptions.ts';
import { userById } from '#functions/storage/accounts/users.ts';
import { userKey } from '#functions/storage/keys.ts';
import { table } from '#functions/storage/table.ts';
import { responseTo } from '#lib/local/deeds/calls.ts';
import { Refusal } from '#shared/refusals.ts';
import { DAY, HOUR } from '#shared/time.ts';
import { expectLedgerMatchesStripe, postAllEvents } from '../../support/money.ts';
import { newPerson } from '../../support/people.ts';
import {
  advanceWithWebhooks,
  badgeHeld,
  deliverWebhooks,
  invoicesOf,
  onPlan,
  planRevenue,
  saveAskingCard,
  subscriptionsOf,
  typedCard,
  withCard,
} from '../../support/plans.ts';
import { expectRefused } from '../../support/refusals.ts';
import { worldOfEachTest } from '../../support/test-world.ts';

const world = worldOfEachTest();

const paidInvoices = () => invoicesOf(world).filter(({ status }) => status === 'paid');

test('a person can cancel only their own plan', async () => {
  const [one, other] = [await onPlan(world), await withCard(world)];
  expect((await responseTo(other.endsPlan())).http).toBe(409);
  expect(await one.account()).toMatchObject({ licenseId: 'STARTER', planEndsAt: null });
});

describe('a plan upgrade', () => {
  test('from FREE takes effect immediately, and is paid and booked once', async () => {
    const person = await withCard(world);
    await person.choosesPlan();
    expect(await person.account()).toMatchObject({
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
    for (const plan of ['STARTER', 'PROFESSIONAL'] as const)
      await world.losingTheReply((key) => person.choosesPlan(plan, { key }));
    expect(paidInvoices()).toHaveLength(2);
    expect(subscriptionsOf(world)).toHaveLength(1);
    await deliverWebhooks(world);
    await expectLedgerMatchesStripe(world);
  });

  test('from STARTER to PROFESSIONAL credits the rest of the month', async () => {
    const person = await onPlan(world);
    await advanceWithWebhooks(world, 15 * DAY);
    await person.choosesPlan('PROFESSIONAL');
    expect(await person.account()).toMatchObject({ licenseId: 'PROFESSIONAL' });
    const [last] = paidInvoices();
    expect(last?.amount_paid).toBeGreaterThanOrEqual(499 - 103);
    expect(last?.amount_paid).toBeLessThanOrEqual(499 - 96);
    expect(subscriptionsOf(world)).toHaveLength(1);
    await expectLedgerMatchesStripe(world);
  });

  test('returns the date of the next payment', async () => {
    const person = await onPlan(world);
    const { planRenewsAt } = await person.account();
    const days = (Date.parse(String(planRenewsAt)) - world.now()) / DAY;
    expect(days).toBeGreaterThan(27);
    expect(days).toBeLessThan(32);
  });

  test('appears in refreshed tokens', async () => {
    const person = await onPlan(world);
    const { access_token: token } = await person.refreshes(person.refreshToken);
    expect((await readAccessToken(token, world.now()))?.plan).toBe('STARTER');
  });

  test('to the current plan changes nothing and is free', async () => {
    const person = await onPlan(world);
    await person.choosesPlan();
    expect(paidInvoices()).toHaveLength(1);
  });

  test('requires a saved card', async () => {
    const refused = await responseTo((await newPerson(world)).choosesPlan());
    expect(refused).toMatchObject({
      http: 409,
      body: { status: 'PAYMENT_METHOD_REQUIRED', message: 'Please add a payment method first.' },
    });
  });

  test('to a smaller plan is refused', async () => {
    const refused = await responseTo((await onPlan(world, 'PROFESSIONAL')).choosesPlan('STARTER'));
    expect(refused).toMatchObject({ http: 409, body: { status: 'WRONG_STATUS' } });
  });

  test('does not complete a registration', async () => {
    const refused = await responseTo((await newPerson(world, { licenseId: 'NONE' })).choosesPlan());
    expect(refused.body).toMatchObject({
      status: 'WRONG_STATUS',
      message: 'Please finish your registration first.',
    });
  });

  test.each(['FREE', 'NONE', 'GOLD', ''])('to %p is refused', async (licenseId) => {
    expect((await responseTo((await withCard(world)).choosesPlan(licenseId))).body).toMatchObject({
      status: 'INVALID_INPUT',
      fields: { licenseId: 'Please choose a plan' },
    });
  });

  test('starts payments for a person whose plan was free of charge', async () => {
    const person = await withCard(world, 'pm_card_visa', { licenseId: 'STARTER' });
    await person.choosesPlan('PROFESSIONAL');
    expect(await person.account()).toMatchObject({ licenseId: 'PROFESSIONAL' });
  });
});

describe('a declined card for an upgrade', () => {
  test('leaves the plan unchanged, without a charge or an open invoice', async () => {
    const person = await withCard(world, 'pm_card_chargeCustomerFail');
    expect(await responseTo(person.choosesPlan())).toMatchObject({
      http: 402,
      body: {
        status: 'CARD_DECLINED',
        message: 'Your card was declined. Nothing was charged and your plan hasn’t changed.',
      },
    });
    expect(await person.account()).toMatchObject({ licenseId: 'FREE', planEndsAt: null });
    expect(subscriptionsOf(world).map(({ status }) => status)).toEqual(['incomplete_expired']);
    expect(invoicesOf(world).map(({ status }) => status)).toEqual(['void']);
    await deliverWebhooks(world);
    expect(await planRevenue(world)).toBe(0);
    await expectLedgerMatchesStripe(world);
  });

  test('can be replaced by another card', async () => {
    const person = await withCard(world, 'pm_card_chargeCustomerFail');
    await expectRefused(person.choosesPlan(), 402, 'CARD_DECLINED');
    await person.savesCard();
    await person.choosesPlan();
    expect(await planRevenue(world)).toBe(199);
  });

  test('leaves no open invoice after its webhooks if Stripe did not answer the request that abandons it', async () => {
    const person = await withCard(world, 'pm_card_chargeCustomerFail');
    const unanswered = jest
      .spyOn(subscriptions, 'giveUp')
      .mockRejectedValueOnce(new Refusal('UNAVAILABLE'));
    await expectRefused(person.choosesPlan(), 503, 'UNAVAILABLE');
    unanswered.mockRestore();
    expect(invoicesOf(world).map(({ status }) => status)).toEqual(['open']);
    await deliverWebhooks(world);
    expect(invoicesOf(world).map(({ status }) => status)).toEqual(['void']);
    expect(subscriptionsOf(world).map(({ status }) => status)).toEqual(['incomplete_expired']);
    expect(await person.account()).toMatchObject({ licenseId: 'FREE' });
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
    await expectRefused(person.choosesPlan(), 402, 'CARD_DECLINED');
    noted.mockRestore();
    const [before, whileGivenUp] = versions;
    expect([versions.length, whileGivenUp]).toEqual([2, before]);
    expect(await version()).toBe((before ?? 0) + 1);
  });

  test('from STARTER to PROFESSIONAL keeps STARTER, and a second attempt is a separate charge', async () => {
    const person = await onPlan(world);
    await person.savesCard('pm_card_chargeCustomerFail');
    await expectRefused(person.choosesPlan('PROFESSIONAL'), 402, 'CARD_DECLINED');
    expect(await person.account()).toMatchObject({ licenseId: 'STARTER' });
    expect(subscriptionsOf(world)[0]).toMatchObject({ status: 'active', pending_update: null });
    await person.savesCard('pm_card_mastercard');
    await person.choosesPlan('PROFESSIONAL');
    expect(await person.account()).toMatchObject({ licenseId: 'PROFESSIONAL' });
    await deliverWebhooks(world);
    await expectLedgerMatchesStripe(world);
  });
});

describe('an upgrade that requires authentication', () => {
  /** Creates a person whose saved card requires authentication at every payment. */
  async function strict() {
    const person = await newPerson(world);
    await saveAskingCard(world, person);
    return person;
  }

  test('takes effect when the same request is repeated', async () => {
    const person = await strict();
    const asked = await responseTo(person.choosesPlan());
    expect(asked).toMatchObject({ http: 402, body: { status: 'CARD_ACTION_REQUIRED' } });
    expect(asked.body.clientSecret).toMatch(/^pi_\w+_secret_\w+$/);
    expect(await person.account()).toMatchObject({ licenseId: 'FREE' });
    await world.bank.hears(asked.body, 'authenticated');
    await person.choosesPlan();
    expect(await person.account()).toMatchObject({ licenseId: 'STARTER' });
    expect(await planRevenue(world)).toBe(199);
  });

  test('takes effect through the webhook if the person does not return', async () => {
    const person = await strict();
    const asked = await responseTo(person.choosesPlan());
    await world.bank.hears(asked.body, 'authenticated');
    await deliverWebhooks(world);
    expect(await person.account()).toMatchObject({ licenseId: 'STARTER' });
    expect(await planRevenue(world)).toBe(199);
    await expectLedgerMatchesStripe(world);
  });

  test('returns the same client secret if the request is repeated before the authentication', async () => {
    const person = await strict();
    const [one, two] = [
      await responseTo(person.choosesPlan()),
      await responseTo(person.choosesPlan()),
    ];
    expect(two.body.clientSecret).toBe(one.body.clientSecret);
  });

  test('changes nothing if the authentication fails, and can be repeated', async () => {
    const person = await strict();
    await world.bank.hears((await responseTo(person.choosesPlan())).body, 'failed');
    const refused = await responseTo(person.choosesPlan());
    expect(refused.body).toMatchObject({ status: 'CARD_DECLINED', message: /didn’t confirm/ });
    const asked = await responseTo(person.choosesPlan());
    expect(asked.body.status).toBe('CARD_ACTION_REQUIRED');
    await world.bank.hears(asked.body, 'authenticated');
    await person.choosesPlan();
  });

  test('expires after a day if the cardholder does not respond', async () => {
    const person = await strict();
    await expectRefused(person.choosesPlan(), 402, 'CARD_ACTION_REQUIRED');
    await advanceWithWebhooks(world, 24 * HOUR);
    expect(subscriptionsOf(world).map(({ status }) => status)).toEqual(['incomplete_expired']);
    await expectRefused(person.choosesPlan(), 402, 'CARD_ACTION_REQUIRED');
  });

  test('does not block another plan or card', async () => {
    const person = await strict();
    for (const plan of ['STARTER', 'PROFESSIONAL'])
      await expectRefused(person.choosesPlan(plan), 402, 'CARD_ACTION_REQUIRED');
    await person.savesCard();
    await person.choosesPlan('PROFESSIONAL');
    expect(await person.account()).toMatchObject({ licenseId: 'PROFESSIONAL' });
    expect(await planRevenue(world)).toBe(499);
    await deliverWebhooks(world);
    await expectLedgerMatchesStripe(world);
  });
});

describe('the card name on a profile', () => {
  const named = async (fullName: string, billing: string) => {
    const person = await newPerson(world, { fullName });
    await person.savesCard(await typedCard(world, billing));
    await person.choosesPlan();
    return person;
  };

  test('shows that the card name matches, but not that the account is verified', async () => {
    const person = await named('Ana Marković', 'ANA  MARKOVIC');
    expect(await badgeHeld(world, person)).toBe('CARD_NAME');
    expect(await person.account()).toMatchObject({ badge: 'CARD_NAME', trusted: false });
  });

  test('is not shown if the card has another name or the plan has ended', async () => {
    expect(await badgeHeld(world, await named('Ana Marković', 'Ben Okafor'))).toBe('NONE');
    const person = await named('Ana Marković', 'Ana Markovic');
    await person.endsPlan();
    await advanceWithWebhooks(world, 32 * DAY);
    expect(await person.account()).toMatchObject({ licenseId: 'FREE', badge: 'NONE' });
  });

  test('is removed when a card with another name replaces the card', async () => {
    const person = await named('Ana Markovic', 'Ana Markovic');
    await person.savesCard(await typedCard(world, 'Ben Okafor'));
    expect(await badgeHeld(world, person)).toBe('NONE');
  });
});

describe('canceling a plan', () => {
  test('keeps it until the end of the paid month, and returns that date', async () => {
    const person = await onPlan(world);
    const { planRenewsAt } = await person.account();
    await person.endsPlan();
    expect(await person.account()).toMatchObject({
      licenseId: 'STARTER',
      planEndsAt: planRenewsAt,
      planRenewsAt: null,
    });
    await advanceWithWebhooks(world, 32 * DAY);
    expect(await person.account()).toMatchObject({ licenseId: 'FREE', planEndsAt: null });
    expect(await planRevenue(world)).toBe(199);
    await expectLedgerMatchesStripe(world);
  });

  test('twice cancels once', async () => {
    const person = await onPlan(world);
    await person.endsPlan();
    await person.endsPlan();
  });

  test('is undone by choosing the same plan again, free of charge', async () => {
    const person = await onPlan(world);
    await person.endsPlan();
    await person.choosesPlan();
    expect(await person.account()).toMatchObject({ planEndsAt: null });
    expect(paidInvoices()).toHaveLength(1);
    await advanceWithWebhooks(world, 32 * DAY);
    expect(await person.account()).toMatchObject({ licenseId: 'STARTER' });
    expect(await planRevenue(world)).toBe(2 * 199);
  });

  test('is undone by an upgrade', async () => {
    const person = await onPlan(world);
    await person.endsPlan();
    await person.choosesPlan('PROFESSIONAL');
    expect(await person.account()).toMatchObject({
      licenseId: 'PROFESSIONAL',
      planEndsAt: null,
    });
  });

  test('gives up an upgrade that the bank has not confirmed, so that it is never paid', async () => {
    const person = await onPlan(world);
    await saveAskingCard(world, person);
    const asked = await responseTo(person.choosesPlan('PROFESSIONAL'));
    expect(asked.body.status).toBe('CARD_ACTION_REQUIRED');
    await person.endsPlan();
    expect(invoicesOf(world).map(({ status }) => status)).toEqual(['void', 'paid']);
    await expect(world.bank.hears(asked.body, 'authenticated')).rejects.toThrow();
    await deliverWebhooks(world);
    const account = await person.account();
    expect(account).toMatchObject({ licenseId: 'STARTER', planEndsAt: expect.any(String) });
    expect(await planRevenue(world)).toBe(199);
  });

  test('is refused on the free plan', async () => {
    const refused = await responseTo((await withCard(world)).endsPlan());
    expect(refused).toMatchObject({ http: 409, body: { status: 'WRONG_STATUS' } });
  });

  test('without a paid month ends it immediately, and can be repeated if the response was lost', async () => {
    const person = await newPerson(world, { licenseId: 'PROFESSIONAL' });
    for (const _ of [1, 2]) await person.endsPlan();
    expect(await person.account()).toMatchObject({ licenseId: 'FREE' });
  });

  test('and subscribing again later creates another subscription', async () => {
    const person = await onPlan(world);
    await person.endsPlan();
    await advanceWithWebhooks(world, 32 * DAY);
    await person.choosesPlan();
    expect(await person.account()).toMatchObject({ licenseId: 'STARTER' });
    expect(subscriptionsOf(world)).toHaveLength(2);
    await postAllEvents(world);
    expect(await person.account()).toMatchObject({ licenseId: 'STARTER' });
    expect(await planRevenue(world)).toBe(2 * 199);
    await expectLedgerMatchesStripe(world);
  });
});

test('an upgrade that other changes of the account overtake is refused after five tries', async () => {
  const person = await onPlan(world);
  const upgrade = () => responseTo(person.choosesPlan('PROFESSIONAL'));
  expect(await world.losingEveryWrite(userKey(person.user.id), upgrade)).toMatchObject({
    result: { http: 503, body: { status: 'UNAVAILABLE' } },
    tries: 5,
  });
});

test('the end of a plan without a paid month is refused after five tries if other changes overtake it', async () => {
  const person = await newPerson(world, { licenseId: 'STARTER' });
  const end = () => responseTo(person.endsPlan());
  expect(await world.losingEveryWrite(userKey(person.user.id), end)).toMatchObject({
    result: { http: 503, body: { status: 'UNAVAILABLE' } },
    tries: 5,
  });
});
