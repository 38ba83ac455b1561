import { lettersOf } from '#lib/letters-of-number.ts';
import { Client, type Network } from './client.ts';

const PASSWORD = 'Letters-4-all';
export const CARD = 'pm_card_visa';
export const DECLINED_CARD = 'pm_card_chargeDeclined';
export const PRICE = '12.00';

let registered = 0;

/** Registers somebody, confirms the phone number, and signs in. Undefined if the registration was not acknowledged. */
export async function register(
  network: Network,
  plan: 'FREE' | 'STARTER',
): Promise<Client | undefined> {
  registered += 1;
  const person = new Client(network, `soak_${registered}`, PASSWORD);
  const fullName = `Soak ${lettersOf(registered)}`;
  const phoneNumber = `(555) 700-${String(registered).padStart(4, '0')}`;
  const { username, password } = person;
  const { body } = await person.post('createUser', { fullName, username, phoneNumber, password });
  const userId = body.data?.[0]?.id;
  const texts = await person.control(`sms?${new URLSearchParams({ phoneNumber })}`);
  const verificationCode = texts.body.data?.[0]?.code;
  // A lost reply of the confirmation had the tokens: its repetition is refused, and the person signs in.
  person.keep(await person.post('verifyUser', { userId, verificationCode }));
  await person.signIn();
  const terms = { license: plan, paidResponsePrice: PRICE, paidResponseCommitment: '1000' };
  const card = { creditCardName: fullName, paymentMethodId: CARD };
  const { outcome } = await (plan === 'FREE'
    ? person.post('saveFreeRegistration', terms)
    : person.post('savePaidRegistration', { ...terms, ...card }));
  // The tokens of a new session contain the plan.
  return outcome === 'acknowledged' && (await person.signIn()) ? person : undefined;
}

/** Two people with a chat. */
export type Pair = { readonly chatId: string; readonly members: readonly [Client, Client] };

export type People = {
  readonly senders: readonly Client[];
  readonly recipients: readonly Client[];
  readonly pairs: readonly Pair[];
};

/** Registers everybody who is there from the beginning. */
export async function registerPeople(network: Network): Promise<People> {
  const many = async (count: number, plan: 'FREE' | 'STARTER') => {
    const people: Client[] = [];
    while (people.length < count) {
      const person = await register(network, plan);
      if (!person) throw new Error(`Registration ${registered} was refused`);
      people.push(person);
    }
    return people;
  };
  const [senders, recipients] = [await many(12, 'FREE'), await many(6, 'FREE')];
  const members = await many(4, 'STARTER');
  const pairs: Pair[] = [];
  for (let nth = 0; nth < members.length; nth += 2)
    pairs.push(await chatOf(members[nth] as Client, members[nth + 1] as Client));
  return { senders, recipients, pairs };
}

async function chatOf(inviter: Client, invited: Client): Promise<Pair> {
  await inviter.post('createChatInvite', { userId: invited.userId });
  await invited.post('acceptUserContact', { userContactId: inviter.userId });
  const { body } = await inviter.post('createDirectChat', { participantUserId: invited.userId });
  const chatId = body.data?.[0]?.id;
  if (!chatId) throw new Error(`There is no chat: ${JSON.stringify(body)}`);
  return { chatId: String(chatId), members: [inviter, invited] };
}
