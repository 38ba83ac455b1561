import type { Operation } from './calls.ts';
import type { Dice } from './dice.ts';
import { type Person, plant } from './people.ts';
import { clock, type Input, type Stage } from './stage.ts';

/*
 * What is there when a history begins: people with cards, plans, payout accounts and invitations, as the dice have it. It
 * comes about undisturbed, by the same calls that people make.
 */

const PRICES = [2_500, 2_500, 100, 999, 1_235, 500_000];
const PLANS = { FREE: 6, NONE: 2, STARTER: 1, PROFESSIONAL: 1 } as const;

export async function openingOf(stage: Stage, dice: Dice): Promise<Person[]> {
  await fundProvider(stage);
  const people: Person[] = [];
  for (let nth = 0, many = dice.between(2, 4); nth < many; nth += 1) {
    const inviter = people.length > 0 && dice.chance(0.6) ? dice.pick(people) : undefined;
    // A plan that nobody pays for is one of the product's own people.
    const licenseId = nth < 2 ? 'FREE' : dice.weighed(PLANS);
    const [price, commitment] = [dice.pick(PRICES), dice.pick([100, 100, 1, 2])];
    const invited = inviter ? { invitedBy: inviter } : {};
    people.push(await plant(clock, nth, { price, commitment, licenseId, ...invited }));
  }
  for (const person of people) await settleIn(stage, dice, person);
  await stage.bring((process) => stage.driver.finish(process));
  return people;
}

async function settleIn(stage: Stage, dice: Dice, person: Person): Promise<void> {
  const does = async (operation: Operation, input: Input) => {
    const process = await stage.call(person, operation, input);
    await stage.driver.finish(process);
  };
  if (dice.chance(0.7)) {
    await does('updatePaymentMethod', { paymentMethodId: 'pm_card_visa' });
    if (dice.chance(0.35))
      await does('upgradeSubscription', { licenseId: dice.pick(['STARTER', 'PROFESSIONAL']) });
  }
  if (dice.chance(0.5)) {
    await does('createPayoutSetupLink', {});
    for (const { token } of stage.world.provider.all('accountLinks'))
      stage.world.provider.onboard(token, 'READY');
  }
}

/** What another product took on the same account: enough that disputes never leave too little to pay people out. */
async function fundProvider({ world: { provider } }: Stage): Promise<void> {
  await provider.does('POST', '/v1/payment_intents', {
    ...{ amount: '9000000', currency: 'usd', confirm: 'true', payment_method: 'pm_card_visa' },
    'automatic_payment_methods[enabled]': 'true',
    'automatic_payment_methods[allow_redirects]': 'never',
    'metadata[product]': 'another',
  });
}
