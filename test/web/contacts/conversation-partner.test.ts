import { describe, expect, test } from '@jest/globals';
import { CONTACT_STATES, type ContactState } from '#shared/rules/contacts/contacts.ts';
import { type ConversationStatus, STATUSES } from '#shared/rules/conversations/conversations.ts';
import { chatStep, partnerOf } from '#web/features/contacts/conversation-partner.ts';

const facts = (status: ConversationStatus, contactState: ContactState) => ({
  status,
  contactState,
  blocked: false,
  senderId: 'ben',
  senderName: 'Ben Okafor',
  senderUsername: 'ben.okafor',
  recipientId: 'ana',
  recipientName: 'Ana Marković',
  recipientUsername: 'ana.markovic',
});

describe('the chat action of a conversation', () => {
  test.each(['sender', 'recipient'] as const)(
    'depends on the contact state, for the %s of an open conversation',
    (side) => {
      const steps = CONTACT_STATES.map((state) => [state, chatStep(facts('OPEN', state), side)]);
      expect(Object.fromEntries(steps)).toEqual({
        NONE: 'invite',
        INVITED_BY_ME: undefined,
        INVITED_ME: 'answer',
        CONTACT: 'chat',
      });
    },
  );

  test('is an invitation, or the answer to one, only while the conversation is open', () => {
    for (const state of ['NONE', 'INVITED_ME'] as const) {
      const open = STATUSES.filter((status) => chatStep(facts(status, state), 'sender'));
      expect(open).toEqual(['OPEN', 'INVITED']);
    }
  });

  test('opens the chat of two contacts in every status of the conversation', () => {
    for (const status of STATUSES)
      expect(chatStep(facts(status, 'CONTACT'), 'recipient')).toBe('chat');
  });

  test('is never shown to somebody who blocked the other user', () => {
    expect(chatStep({ ...facts('OPEN', 'NONE'), blocked: true }, 'recipient')).toBeUndefined();
  });

  test('is never shown in conversations with the support account', () => {
    const ticket = { ...facts('OPEN', 'NONE'), recipientUsername: 'support' };
    expect(chatStep(ticket, 'sender')).toBeUndefined();
    expect(chatStep(ticket, 'recipient')).toBeUndefined();
  });

  test('names the other user', () => {
    expect(partnerOf(facts('OPEN', 'NONE'), 'sender').userContactId).toBe('ana');
    expect(partnerOf(facts('OPEN', 'NONE'), 'recipient').fullName).toBe('Ben Okafor');
  });
});
