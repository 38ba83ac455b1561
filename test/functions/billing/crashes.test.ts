import { beforeAll, describe, expect, test } from '@jest/globals';
import { DAY } from '#shared/time.ts';
import type { Answer } from '../../support/call.ts';
import { crashInNewWorlds, interceptEffects } from '../../support/crash.ts';
import { expectLedgerMatchesStripe, postAllEvents } from '../../support/money.ts';
import { newPerson, type Person, signedInAgain } from '../../support/people.ts';
import {
  accountOf,
  advanceWithWebhooks,
  answerBank,
  cancelPlan,
  deliverWebhooks,
  onPlan,
  planRevenue,
  putOnFile,
  registerOn,
  subscriptionsOf,
  upgrade,
  withCard,
} from '../../support/plans.ts';
import type { World } from '../../support/world.ts';

/*
 * Crashes during plan operations: the process stops before or after each effect in turn. Then the client repeats the
 * request or Stripe's webhooks arrive, and the plan, the ledger and Stripe must agree.
 */

let world: World;
beforeAll(interceptEffects);

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
  crashInNewWorlds(async (fresh, kill) => {
    world = fresh;
    const person = await before();
    await then(person, await kill(() => request(person)));
  });

const alive = () => subscriptionsOf(world).filter(({ status }) => status === 'active');

/** Checks that there is one active subscription, paid once, and that the account has its plan. */
async function expectOn(person: Person, licenseId: string, cents: number) {
  expect(await accountOf(world, person)).toMatchObject({ licenseId });
  expect(alive()).toHaveLength(1);
  expect(await planRevenue(world)).toBe(cents);
  await expectLedgerMatchesStripe(world);
}

const subscribing: Scenario = { before: () => withCard(world), request: (one) => upgrade(one) };
const registering: Scenario = {
  before: () => newPerson(world, { licenseId: 'NONE' }),
  request: (one) => registerOn(one),
};

describe('repeating a request after a crash at any effect completes', () => {
  test('subscribing', async () => {
    const effects = await dieAnywhere(subscribing, async (person) => {
      expect((await upgrade(person)).http).toBe(200);
      await expectOn(person, 'STARTER', 199);
      await deliverWebhooks(world);
      await expectOn(person, 'STARTER', 199);
    });
    expect(effects).toBeGreaterThanOrEqual(3);
  });

  test('an upgrade to a larger plan', async () => {
    await dieAnywhere(
      { before: () => onPlan(world), request: (one) => upgrade(one, 'PROFESSIONAL') },
      async (person) => {
        expect((await upgrade(person, 'PROFESSIONAL')).http).toBe(200);
        // The upgrade credits the first month, which was paid in the same second.
        await expectOn(person, 'PROFESSIONAL', 499);
        await deliverWebhooks(world);
        await expectOn(person, 'PROFESSIONAL', 499);
      },
    );
  });

  test('registering on a paid plan', async () => {
    await dieAnywhere(registering, async (person) => {
      expect(await registerOn(person)).toMatchObject({ http: 200 });
      await expectOn(person, 'STARTER', 199);
    });
  });

  test('subscribing with a declined card, and then with another one', async () => {
    await dieAnywhere(
      { ...subscribing, before: () => withCard(world, 'pm_card_chargeCustomerFail') },
      async (person, lived) => {
        if (!lived) expect((await upgrade(person)).body.status).toBe('CARD_DECLINED');
        expect(alive()).toEqual([]);
        expect(await planRevenue(world)).toBe(0);
        await putOnFile(person);
        expect((await upgrade(person)).http).toBe(200);
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
          await putOnFile(person, 'pm_card_chargeCustomerFail');
          return person;
        },
        request: (one) => upgrade(one, 'PROFESSIONAL'),
      },
      async (person) => {
        expect((await upgrade(person, 'PROFESSIONAL')).body.status).toBe('CARD_DECLINED');
        expect(await accountOf(world, person)).toMatchObject({ licenseId: 'STARTER' });
        await putOnFile(person);
        expect((await upgrade(person, 'PROFESSIONAL')).http).toBe(200);
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
          const card = 'pm_card_authenticationRequired';
          answerBank(world, await putOnFile(person, card), 'authenticated');
          await putOnFile(person, card);
          answerBank(world, await upgrade(person), 'authenticated');
          return person;
        },
        request: (one) => upgrade(one),
      },
      async (person) => {
        expect((await upgrade(person)).http).toBe(200);
        await expectOn(person, 'STARTER', 199);
      },
    );
  });

  test('a cancellation', async () => {
    await dieAnywhere({ before: () => onPlan(world), request: cancelPlan }, async (person) => {
      expect((await cancelPlan(person)).http).toBe(200);
      expect((await accountOf(world, person)).planEndsAt).not.toBeNull();
      await advanceWithWebhooks(world, 32 * DAY);
      expect(await accountOf(world, person)).toMatchObject({ licenseId: 'FREE' });
      expect(await planRevenue(world)).toBe(199);
    });
  });
});

describe('after a crash at any effect, webhooks complete the request:', () => {
  test('subscribing ends paid and on the plan, or not charged and FREE', async () => {
    await dieAnywhere(subscribing, async (person, lived) => {
      await postAllEvents(world);
      await postAllEvents(world);
      const { licenseId } = await accountOf(world, person);
      if (lived) expect(licenseId).toBe('STARTER');
      expect(await planRevenue(world)).toBe(licenseId === 'STARTER' ? 199 : 0);
      expect(alive()).toHaveLength(licenseId === 'STARTER' ? 1 : 0);
      await expectLedgerMatchesStripe(world);
    });
  });

  test('an upgrade ends paid and on the larger plan, or on the previous plan', async () => {
    await dieAnywhere(
      { before: () => onPlan(world), request: (one) => upgrade(one, 'PROFESSIONAL') },
      async (person, lived) => {
        await postAllEvents(world);
        const { licenseId } = await accountOf(world, person);
        if (lived) expect(licenseId).toBe('PROFESSIONAL');
        await expectOn(person, licenseId, licenseId === 'PROFESSIONAL' ? 499 : 199);
      },
    );
  });

  test('registering ends complete with price, commitment and badge, or not charged and not registered', async () => {
    await dieAnywhere(registering, async (person, lived) => {
      await postAllEvents(world);
      const { licenseId } = await accountOf(world, person);
      if (lived) expect(licenseId).toBe('STARTER');
      expect(['NONE', 'STARTER']).toContain(licenseId);
      expect(await planRevenue(world)).toBe(licenseId === 'STARTER' ? 199 : 0);
      await expectLedgerMatchesStripe(world);
    });
  });

  test('canceling ends the plan with the month, or leaves it unchanged', async () => {
    await dieAnywhere({ before: () => onPlan(world), request: cancelPlan }, async (person) => {
      await postAllEvents(world);
      const { planEndsAt } = await accountOf(world, person);
      await advanceWithWebhooks(world, 32 * DAY);
      const { licenseId } = await accountOf(world, await signedInAgain(world, person));
      expect(licenseId).toBe(planEndsAt === null ? 'STARTER' : 'FREE');
      await expectLedgerMatchesStripe(world);
    });
  });
});
