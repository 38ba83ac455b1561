import { lettersOf } from '#lib/letters-of-number.ts';
import { becomeContacts } from '#lib/local/deeds/contacts.ts';
import type { Ref } from '#lib/local/deeds/things.ts';
import { type HttpPerson, registerOver } from '../support/client.ts';
import { type Network, repeating } from './client.ts';

const PASSWORD = 'Letters-4-all';
export const CARD = 'pm_card_visa';
export const DECLINED_CARD = 'pm_card_chargeDeclined';
export const PRICE = '12.00';

let registered = 0;

/**
 * Registers somebody. Rejects if an operation refuses: the repetition of a confirmation whose reply was lost does, and nobody waits
 * for such a person.
 */
export function register(network: Network, plan: 'FREE' | 'STARTER'): Promise<HttpPerson> {
  registered += 1;
  const person = {
    fullName: `Soak ${lettersOf(registered)}`,
    username: `soak_${registered}`,
    phoneNumber: `(555) 700-${String(registered).padStart(4, '0')}`,
    password: PASSWORD,
    price: PRICE,
    perMonth: '1000',
    plan,
  };
  return registerOver(network.url, person, repeating(network));
}

/** Two people with a chat. */
export type Pair = { readonly chat: Ref; readonly members: readonly [HttpPerson, HttpPerson] };

export type People = {
  readonly senders: readonly HttpPerson[];
  readonly recipients: readonly HttpPerson[];
  readonly pairs: readonly Pair[];
};

/** Registers everybody who is there from the beginning. */
export async function registerPeople(network: Network): Promise<People> {
  const many = async (count: number, plan: 'FREE' | 'STARTER') => {
    const people: HttpPerson[] = [];
    while (people.length < count) people.push(await register(network, plan));
    return people;
  };
  const [senders, recipients] = [await many(12, 'FREE'), await many(6, 'FREE')];
  const members = await many(4, 'STARTER');
  const pairs: Pair[] = [];
  for (let nth = 0; nth < members.length; nth += 2)
    pairs.push(await pairOf(members[nth] as HttpPerson, members[nth + 1] as HttpPerson));
  return { senders, recipients, pairs };
}

async function pairOf(inviter: HttpPerson, invited: HttpPerson): Promise<Pair> {
  await becomeContacts(inviter, invited);
  return { chat: await inviter.opensChat(invited), members: [inviter, invited] };
}
