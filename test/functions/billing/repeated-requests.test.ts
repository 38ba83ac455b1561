import { describe, expect, test } from '@jest/globals';
import { responseTo } from '#lib/local/deeds/calls.ts';
import { DAY } from '#shared/time.ts';
import type { Answer } from '../../support/call.ts';
import { expectLedgerMatchesStripe, postAllEvents } from '../../support/money.ts';
import { newPerson, type Person } from '../../support/people.ts';
import {
  advanceWithWebhooks,
  deliverWebhooks,
  invoicesOf,
  onPlan,
  planRevenue,
  saveAskingCard,
  subscriptionsOf,
  withCard,
} from '../../support/plans.ts';
import { expectRefused } from '../../support/refusals.ts';
import { worldOfEachTest } from '../../support/test-world.ts';

/*
 * Requests about a plan that come twice, at once or after a process has died. The client repeats the request or Stripe's webhooks
 * arrive, and the plan, the ledger and Stripe agree.
 */

const world = worldOfEachTest();

type Scenario = {
  /** Creates the person and the state before the request. */
  readonly before: () => Promise<Person>;
  readonly request: (person: Person) => Promise<Answer>;
};

/** Crashes the request at each effect in turn, and runs the checks in `then` after each crash. */
const dieAnywhere = (
  { before, request }: Scenario,
  then: (person: Person, lived: boolean) => Promise<void>,
): Promise<number> =>
  world.crashingAtEveryWrite(
    async ({ crash }) => {
      const person = await before();
      await then(person, await crash(() => request(person)));
    },
    { inNewWorlds: true },
  );

const alive = () => subscriptionsOf(world).filter(({ status }) => status === 'active');

/** Checks that there is one active subscription, paid once, and that the account has its plan. */
async function expectOn(person: Person, licenseId: string, cents: number) {
  expect(await person.account()).toMatchObject({ licenseId });
  expect(alive()).toHaveLength(1);
  expect(await planRevenue(world)).toBe(cents);
  await expectLedgerMatchesStripe(world);
}

const subscribing: Scenario = {
  before: () => withCard(world),
  request: (one) => responseTo(one.choosesPlan()),
};
/** Registers with a card in the person's own name, which gives them the badge. */
const registers = (one: Person) => one.choosesPaid('STARTER', { nameOnCard: one.user.fullName });
const registering: Scenario = {
  before: () => newPerson(world, { licenseId: 'NONE' }),
  request: (one) => responseTo(registers(one)),
};

describe('a request whose process dies at any effect is completed by its repetition:', () => {
  test('subscribing', async () => {
    const effects = await dieAnywhere(subscribing, async (person) => {
      await person.choosesPlan();
      await expectOn(person, 'STARTER', 199);
      await deliverWebhooks(world);
      await expectOn(person, 'STARTER', 199);
    });
    expect(effects).toBeGreaterThanOrEqual(3);
  });

  test('an upgrade to a larger plan', async () => {
    await dieAnywhere(
      {
        before: () => onPlan(world),
        request: (one) => responseTo(one.choosesPlan('PROFESSIONAL')),
      },
      async (person) => {
        await person.choosesPlan('PROFESSIONAL');
        // The upgrade credits the first month, which was paid in the same second.
        await expectOn(person, 'PROFESSIONAL', 499);
        await deliverWebhooks(world);
        await expectOn(person, 'PROFESSIONAL', 499);
      },
    );
  });

  test('registering on a paid plan', async () => {
    await dieAnywhere(registering, async (person) => {
      await registers(person);
      await expectOn(person, 'STARTER', 199);
    });
  });

  test('subscribing with a declined card, and then with another one', async () => {
    await dieAnywhere(
      { ...subscribing, before: () => withCard(world, 'pm_card_chargeCustomerFail') },
      async (person, lived) => {
        if (!lived) await expectRefused(person.choosesPlan(), 402, 'CARD_DECLINED');
        expect(alive()).toEqual([]);
        expect(await planRevenue(world)).toBe(0);
        await person.savesCard();
        await person.choosesPlan();
        await expectOn(person, 'STARTER', 199);
        await deliverWebhooks(world);
        await expectOn(person, 'STARTER', 199);
      },
    );
  });

  test('an upgrade with a declined card, and then with another one', async () => {
    await dieAnywhere(
      {
        before: async () => {
          const person = await onPlan(world);
          await person.savesCard('pm_card_chargeCustomerFail');
          return person;
        },
        request: (one) => responseTo(one.choosesPlan('PROFESSIONAL')),
      },
      async (person) => {
        await expectRefused(person.choosesPlan('PROFESSIONAL'), 402, 'CARD_DECLINED');
        expect(await person.account()).toMatchObject({ licenseId: 'STARTER' });
        await person.savesCard();
        await person.choosesPlan('PROFESSIONAL');
        await expectOn(person, 'PROFESSIONAL', 499);
        await deliverWebhooks(world);
        await expectOn(person, 'PROFESSIONAL', 499);
      },
    );
  });

  test('subscribing after the cardholder has authenticated', async () => {
    await dieAnywhere(
      {
        before: async () => {
          const person = await newPerson(world);
          await saveAskingCard(world, person);
          await world.bank.hears((await responseTo(person.choosesPlan())).body, 'authenticated');
          return person;
        },
        request: (one) => responseTo(one.choosesPlan()),
      },
      async (person) => {
        await person.choosesPlan();
        await expectOn(person, 'STARTER', 199);
      },
    );
  });

  test('a cancellation', async () => {
    await dieAnywhere(
      { before: () => onPlan(world), request: (one) => responseTo(one.endsPlan()) },
      async (person) => {
        await person.endsPlan();
        expect((await person.account()).planEndsAt).not.toBeNull();
        await advanceWithWebhooks(world, 32 * DAY);
        expect(await person.account()).toMatchObject({ licenseId: 'FREE' });
        expect(await planRevenue(world)).toBe(199);
      },
    );
  });
});

describe('a request whose process dies at any effect is completed by the webhooks:', () => {
  test('subscribing ends paid and on the plan, or not charged and FREE', async () => {
    await dieAnywhere(subscribing, async (person, lived) => {
      await postAllEvents(world);
      await postAllEvents(world);
      const { licenseId } = await person.account();
      if (lived) expect(licenseId).toBe('STARTER');
      expect(await planRevenue(world)).toBe(licenseId === 'STARTER' ? 199 : 0);
      expect(alive()).toHaveLength(licenseId === 'STARTER' ? 1 : 0);
      await expectLedgerMatchesStripe(world);
    });
  });

  test('an upgrade ends paid and on the larger plan, or on the previous plan', async () => {
    await dieAnywhere(
      {
        before: () => onPlan(world),
        request: (one) => responseTo(one.choosesPlan('PROFESSIONAL')),
      },
      async (person, lived) => {
        await postAllEvents(world);
        const { licenseId } = await person.account();
        if (lived) expect(licenseId).toBe('PROFESSIONAL');
        await expectOn(person, licenseId, licenseId === 'PROFESSIONAL' ? 499 : 199);
      },
    );
  });

  test('registering ends complete with price, commitment and badge, or not charged and not registered', async () => {
    await dieAnywhere(registering, async (person, lived) => {
      await postAllEvents(world);
      const { licenseId } = await person.account();
      if (lived) expect(licenseId).toBe('STARTER');
      expect(['NONE', 'STARTER']).toContain(licenseId);
      expect(await planRevenue(world)).toBe(licenseId === 'STARTER' ? 199 : 0);
      await expectLedgerMatchesStripe(world);
    });
  });

  test('canceling ends the plan with the month, or leaves it unchanged', async () => {
    await dieAnywhere(
      { before: () => onPlan(world), request: (one) => responseTo(one.endsPlan()) },
      async (person) => {
        await postAllEvents(world);
        const { planEndsAt } = await person.account();
        await advanceWithWebhooks(world, 32 * DAY);
        const { licenseId } = await person.account();
        expect(licenseId).toBe(planEndsAt === null ? 'STARTER' : 'FREE');
        await expectLedgerMatchesStripe(world);
      },
    );
  });
});

const paid = () => invoicesOf(world).filter(({ status }) => status === 'paid');

test('two concurrent upgrades create one subscription and one charge', async () => {
  const person = await withCard(world);
  const answers = await Promise.all([
    responseTo(person.choosesPlan()),
    responseTo(person.choosesPlan()),
    responseTo(person.choosesPlan()),
  ]);
  expect(answers.map(({ http }) => http)).toEqual([200, 200, 200]);
  expect(subscriptionsOf(world)).toHaveLength(1);
  expect(paid()).toHaveLength(1);
  expect(await planRevenue(world)).toBe(199);
});

test('two concurrent upgrades to different plans end on the larger one', async () => {
  const person = await withCard(world);
  const answers = await Promise.all([
    responseTo(person.choosesPlan()),
    responseTo(person.choosesPlan('PROFESSIONAL')),
  ]);
  // The smaller plan is refused if the larger one was stored first; UNAVAILABLE allows a retry.
  for (const { body } of answers)
    expect(['SUCCESS', 'WRONG_STATUS', 'UNAVAILABLE']).toContain(body.status);
  await person.choosesPlan('PROFESSIONAL');
  expect(await person.account()).toMatchObject({ licenseId: 'PROFESSIONAL' });
  expect(subscriptionsOf(world)).toHaveLength(1);
  await deliverWebhooks(world);
  await expectLedgerMatchesStripe(world);
});

test('two concurrent upgrades from a paid plan are charged once', async () => {
  const person = await onPlan(world);
  const up = () => responseTo(person.choosesPlan('PROFESSIONAL'));
  const answers = await Promise.all([up(), up()]);
  expect(answers.map(({ http }) => http)).toEqual([200, 200]);
  expect(paid()).toHaveLength(2);
  await deliverWebhooks(world);
  await expectLedgerMatchesStripe(world);
});

test('a concurrent upgrade and cancellation leave the same plan in the account and at Stripe', async () => {
  const person = await onPlan(world);
  await Promise.all([
    responseTo(person.choosesPlan('PROFESSIONAL')),
    responseTo(person.endsPlan()),
  ]);
  await deliverWebhooks(world);
  const { licenseId, planEndsAt } = await person.account();
  const [subscription] = subscriptionsOf(world);
  expect(licenseId).toBe('PROFESSIONAL');
  expect(planEndsAt !== null).toBe(subscription?.cancel_at_period_end);
  await expectLedgerMatchesStripe(world);
});

test('an upgrade that is concurrent with all its webhooks is booked once', async () => {
  const person = await withCard(world);
  const webhooks = async () => {
    for (let round = 1; round <= 5; round += 1) await postAllEvents(world);
  };
  const [answer] = await Promise.all([responseTo(person.choosesPlan()), webhooks(), webhooks()]);
  expect(answer.http).toBe(200);
  await postAllEvents(world);
  expect(await planRevenue(world)).toBe(199);
  expect(await person.account()).toMatchObject({ licenseId: 'STARTER' });
});
