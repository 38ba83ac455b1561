import { tierIdOf } from '#functions/conversations/offers.ts';
import { cents } from '#shared/money.ts';
import {
  answerStep,
  does,
  type Flow,
  pays,
  type Race,
  runStep,
  senderAndRecipient,
} from './flow-steps.ts';
import { createPerson, type Person } from './people.ts';
import { clock, type Simulation } from './simulation.ts';

/* The flows and races of tiers, of prices for contacts, and of the cap on waiting orders. */

const TIER = { name: 'Long', promise: 'A full plan', minimumLength: 250 };
const PRICE = cents(4_000);
const LONG = { ...TIER, price: '40.00' };
const TIER_ID = tierIdOf({ ...TIER, price: PRICE });

const saveTiers = (recipient: Person, ...tiers: readonly object[]) =>
  does(recipient, (me) => me.offersTiers(tiers));

const payForTier = (sender: Person, recipient: Person) =>
  pays(sender, recipient, { tier: TIER_ID, price: '40.00', key: 'TIER' });

async function recipientWithTier(simulation: Simulation): Promise<readonly [Person, Person]> {
  const [sender, recipient] = await senderAndRecipient();
  await runStep(simulation, saveTiers(recipient, LONG));
  return [sender, recipient];
}

const payingForTier: Flow = {
  name: 'paying for a tier, and answering it',
  prepare: async (simulation) => {
    const [sender, recipient] = await recipientWithTier(simulation);
    return [
      payForTier(sender, recipient),
      (now) => {
        const [inboxId = 'X'.repeat(26)] = now.world.recorder.conversations.keys();
        return answerStep(recipient, inboxId)(now);
      },
    ];
  },
};

const givePrice = (by: Person, to: Person, price: string) =>
  does(by, (me) => me.givesPrice(to, price));

const payAsContact = (sender: Person, recipient: Person) =>
  pays(sender, recipient, { price: '5.00', key: 'CONTACT' });

/** A sender who is a contact of the recipient, with a price of $5.00 instead of $25.00. */
async function contactWithPrice(simulation: Simulation): Promise<readonly [Person, Person]> {
  const licenseId = 'STARTER';
  const sender = await createPerson(clock, 0, { licenseId });
  const recipient = await createPerson(clock, 1, { licenseId });
  await runStep(
    simulation,
    does(sender, (me) => me.invites(recipient)),
  );
  await runStep(
    simulation,
    does(recipient, (me) => me.accepts(sender)),
  );
  await runStep(simulation, givePrice(recipient, sender, '5'));
  return [sender, recipient];
}

const payingAsContact: Flow = {
  name: 'paying the price of a contact, which then changes',
  prepare: async (simulation) => {
    const [sender, recipient] = await contactWithPrice(simulation);
    return [payAsContact(sender, recipient), givePrice(recipient, sender, '7')];
  },
};

const blockingAContact: Flow = {
  name: 'blocking a contact who has a price, and unblocking them',
  prepare: async (simulation) => {
    const [sender, recipient] = await contactWithPrice(simulation);
    return [
      does(recipient, (me) => me.blocks(sender)),
      does(recipient, (me) => me.unblocks(sender)),
      payAsContact(sender, recipient),
    ];
  },
};

export const PRICE_FLOWS: readonly Flow[] = [payingForTier, payingAsContact, blockingAContact];

/** Whichever comes first, the order costs what the sender was shown, or nothing. */
const payAndChangeTier: Race = {
  name: 'paying for a tier and changing its price',
  prepare: async (simulation) => {
    const [sender, recipient] = await recipientWithTier(simulation);
    return [payForTier(sender, recipient), saveTiers(recipient, { ...LONG, price: '60.00' })];
  },
};

const setCap = (recipient: Person) =>
  does(recipient, (me) => me.setsAvailability({ waitingMax: '1' }));

const order = (sender: Person, recipient: Person) => pays(sender, recipient, { key: 'ORDER' });

const twoOrdersForOnePlace: Race = {
  name: 'two orders for the last place',
  prepare: async (simulation) => {
    const [sender, recipient] = await senderAndRecipient();
    const other = await createPerson(clock, 2);
    await runStep(simulation, setCap(recipient));
    return [order(sender, recipient), order(other, recipient)];
  },
};

const orderAndCap: Race = {
  name: 'paying for a second message and setting a cap of one',
  prepare: async (simulation) => {
    const [sender, recipient] = await senderAndRecipient();
    const other = await createPerson(clock, 2);
    await runStep(simulation, order(sender, recipient));
    return [order(other, recipient), setCap(recipient)];
  },
};

/** Whichever comes first, the order costs what the contact was shown, or nothing. */
const payAndChangeContactPrice: Race = {
  name: 'paying the price of a contact and changing it',
  prepare: async (simulation) => {
    const [sender, recipient] = await contactWithPrice(simulation);
    return [payAsContact(sender, recipient), givePrice(recipient, sender, '7')];
  },
};

const payAndEndContact: Race = {
  name: 'paying the price of a contact and removing the contact',
  prepare: async (simulation) => {
    const [sender, recipient] = await contactWithPrice(simulation);
    return [payAsContact(sender, recipient), does(recipient, (me) => me.removesContact(sender))];
  },
};

export const PRICE_RACES: readonly Race[] = [
  payAndChangeTier,
  twoOrdersForOnePlace,
  orderAndCap,
  payAndChangeContactPrice,
  payAndEndContact,
];
