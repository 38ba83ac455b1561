import { describe, expect, test } from '@jest/globals';
import { CONTACT_STATES, type ContactState } from '../../../shared/rules/contacts/contacts.ts';
import {
  type ConversationStatus,
  STATUSES,
} from '../../../shared/rules/conversations/conversations.ts';
import { chatStep, partnerOf } from '../../../web/src/contacts/conversation-partner.ts';

const facts = (status: ConversationStatus, contactState: ContactState) => ({
  status,
  contactState,
  senderId: 'ben',
  senderName: 'Ben Okafor',
  senderUsername: 'ben.okafor',
  recipientId: 'ana',
  recipientName: 'Ana Marković',
  recipientUsername: 'ana.markovic',
});

describe('what a conversation offers towards a chat', () => {
  test.each(['sender', 'recipient'] as const)('to the %s, while it is open', (side) => {
    const steps = CONTACT_STATES.map((state) => [state, chatStep(facts('OPEN', state), side)]);
    expect(Object.fromEntries(steps)).toEqual({
      NONE: 'invite',
      INVITED_BY_ME: undefined,
      INVITED_ME: 'answer',
      CONTACT: 'chat',
    });
  });

  test('only what is open invites, and an invitation is answered there', () => {
    for (const state of ['NONE', 'INVITED_ME'] as const) {
      const open = STATUSES.filter((status) => chatStep(facts(status, state), 'sender'));
      expect(open).toEqual(['OPEN', 'INVITED']);
    }
  });

  test('contacts find their chat from every one', () => {
    for (const status of STATUSES)
      expect(chatStep(facts(status, 'CONTACT'), 'recipient')).toBe('chat');
  });

  test('nobody is led to chat with the product itself', () => {
    const ticket = { ...facts('OPEN', 'NONE'), recipientUsername: 'support' };
    expect(chatStep(ticket, 'sender')).toBeUndefined();
    expect(chatStep(ticket, 'recipient')).toBeUndefined();
  });

  test('it is about the other one', () => {
    expect(partnerOf(facts('OPEN', 'NONE'), 'sender').userContactId).toBe('ana');
    expect(partnerOf(facts('OPEN', 'NONE'), 'recipient').fullName).toBe('Ben Okafor');
  });
});
