import { seedContacts, seedMessages } from '../../support/chats.ts';
import { PRICE } from '../../support/orders.ts';
import { newPerson } from '../../support/people.ts';
import type { World } from '../../support/world.ts';

/* Two people who take no part in any call. Inputs name their ids; no answer may contain their data. */

export type Bystanders = {
  /** The ids of the two people, and of their conversation, chat, messages, draft and links. */
  readonly ids: readonly string[];
  /** Cursors of their chat, which are valid for the two people. */
  readonly cursors: readonly string[];
  /** Words that occur only in texts that other people must not read. */
  readonly secrets: readonly string[];
};

const WORD = 'Kestrelmarrow';
const LETTER = `<p>${`${WORD} is for two people alone. `.repeat(10)}</p>`;

export async function bystanders(world: World): Promise<Bystanders> {
  const ana = await newPerson(world, { licenseId: 'STARTER' });
  const ben = await newPerson(world, { price: PRICE, licenseId: 'STARTER' });
  const words = { messageSubject: `${WORD} subject`, messageText: LETTER };
  const paid = await ana.pays(ben, { card: 'pm_card_visa', input: words });
  const conversation = paid.id;
  await ben.answers({ id: conversation });
  const messages = await ben.readsInbox({ id: conversation });
  await seedContacts(world, ana, [ben]);
  const chat = await ana.opensChat(ben);
  await seedMessages(world, chat, ben, 45, LETTER);
  const said = await ana.says(chat, LETTER);
  const draft = await ana.savesDraft(ben, { input: words });
  const link = await ana.addsLink('Garden', 'https://example.com/garden');
  const page = await ana.messages(chat);
  const made = [...messages.data, said, draft, link];
  return {
    ids: [ana.user.id, ben.user.id, conversation, chat.id, ...made.map(({ id }) => String(id))],
    cursors: [String(page.cursor)],
    secrets: [WORD, ana.user.phoneNumber, ben.user.phoneNumber, ana.refreshToken, ana.token],
  };
}
