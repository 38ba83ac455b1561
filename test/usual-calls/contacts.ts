import { becomeContacts } from '#lib/local/deeds/contacts.ts';
import { PRICE } from '#test/support/orders.ts';
import { newPerson } from '#test/support/people.ts';
import type { World } from '#test/support/world.ts';
import type { Paths, Request } from './request.ts';

/** A user with three contacts. */
async function member(world: World): Promise<Request> {
  const person = await newPerson(world, { licenseId: 'STARTER' });
  for (let nth = 0; nth < 3; nth += 1)
    await becomeContacts(person, await newPerson(world, { licenseId: 'STARTER' }));
  return { token: person.token };
}

/** A user on a paid plan who has an open conversation with another one. */
async function inConversation(world: World) {
  const sender = await newPerson(world, { licenseId: 'STARTER' });
  const recipient = await newPerson(world, { price: PRICE, licenseId: 'STARTER' });
  const paid = await sender.pays(recipient, { card: 'pm_card_visa' });
  await recipient.answers(paid);
  return { sender, recipient };
}

/** A user with an invitation from an open conversation. */
async function invited(world: World): Promise<Request> {
  const { sender, recipient } = await inConversation(world);
  await recipient.invites(sender);
  return { token: sender.token, input: { userContactId: recipient.user.id } };
}

/** The usual path of each operation on contacts. Invitations come from an open conversation. */
export const contactPaths = {
  hasUserContacts: member,
  viewTopUserContacts: member,
  viewUserContacts: member,
  viewUserContactRequests: async (world) => ({ token: (await invited(world)).token ?? '' }),
  createChatInvite: async (world) => {
    const { sender, recipient } = await inConversation(world);
    return { token: recipient.token, input: { userId: sender.user.id } };
  },
  acceptUserContact: invited,
  rejectUserContact: invited,
  removeUserContact: async (world) => {
    const [one, other] = [
      await newPerson(world, { licenseId: 'STARTER' }),
      await newPerson(world, { licenseId: 'STARTER' }),
    ];
    await becomeContacts(one, other);
    return { token: one.token, input: { userContactId: other.user.id } };
  },
  // A contact is blocked.
  blockUser: async (world) => {
    const [one, other] = [
      await newPerson(world, { licenseId: 'STARTER' }),
      await newPerson(world, { licenseId: 'STARTER' }),
    ];
    await becomeContacts(one, other);
    return { token: one.token, input: { userId: other.user.id } };
  },
  updateContactPrice: async (world) => {
    const [one, other] = [
      await newPerson(world, { licenseId: 'STARTER' }),
      await newPerson(world, { licenseId: 'STARTER' }),
    ];
    await becomeContacts(one, other);
    const input = { userContactId: other.user.id, terms: 'OWN', price: '5' };
    return { token: one.token, input };
  },
  viewContactPrices: async (world) => {
    const person = await newPerson(world, { licenseId: 'STARTER' });
    for (let nth = 0; nth < 3; nth += 1) {
      const contact = await newPerson(world, { licenseId: 'STARTER' });
      await becomeContacts(person, contact);
      await person.givesPrice(contact, '5');
    }
    return { token: person.token };
  },
  unblockUser: async (world) => {
    const [one, other] = [
      await newPerson(world, { licenseId: 'STARTER' }),
      await newPerson(world, { licenseId: 'STARTER' }),
    ];
    await one.blocks(other);
    return { token: one.token, input: { userId: other.user.id } };
  },
  viewBlockedUsers: async (world) => {
    const person = await newPerson(world, { licenseId: 'STARTER' });
    for (let nth = 0; nth < 3; nth += 1)
      await person.blocks(await newPerson(world, { licenseId: 'STARTER' }));
    return { token: person.token };
  },
} satisfies Paths;
