import { FACT_TYPES, type FactType } from '../domain-events.ts';
import { TEXTED_FACTS, TOLD_FACTS } from '../rules/notifications/notifications.ts';
import type { Use } from './operation.ts';

/** Somebody who hears of facts from the bus, at least once each and in no particular order. */
export type Subscriber = {
  readonly name: string;
  readonly hears: readonly FactType[];
  readonly uses: readonly Use[];
  /** What its failure does to a person: the text of its alarm. */
  readonly impact: string;
};

/** The subscribers by name; each has its handler in functions/events/. */
export const subscribers = {
  measureBusiness: {
    name: 'measureBusiness',
    hears: FACT_TYPES,
    uses: [],
    impact:
      'The business figures and the alarms on them stand still; nobody using the product notices.',
  },
  tellOldNumber: {
    name: 'tellOldNumber',
    hears: ['user.phoneChanged', 'user.phoneChangeAsked'],
    uses: ['accounts.write', 'textReceipts.write', 'sms'],
    impact:
      'Whoever loses their phone number to somebody else, or is about to, is not told by text message; the change itself stands.',
  },
  askForPayoutAccount: {
    name: 'askForPayoutAccount',
    hears: ['payout.waiting'],
    uses: ['accounts.write', 'devices.read', 'sms'],
    impact:
      'Whoever is owed money and has not set up payouts is not told by text message; the money waits for them.',
  },
  textPeople: {
    name: 'textPeople',
    hears: TEXTED_FACTS,
    uses: ['accounts.read', 'conversations.read', 'devices.read', 'textReceipts.write', 'sms'],
    impact:
      'People without notifications are not told by text message that a renewal failed, a plan ended, a report took their payment or an invitation earned; it stands on their home screen.',
  },
  indexPeople: {
    name: 'indexPeople',
    hears: ['user.named'],
    uses: ['accounts.read', 'search.write'],
    impact: 'Who registered or took another name is not found by it; their profile works as ever.',
  },
  orderContacts: {
    name: 'orderContacts',
    hears: ['user.named', 'chat.messageSent'],
    uses: ['accounts.read', 'contacts.move'],
    impact:
      'Contacts stand in their lists where an old name, or an older chat, belongs; what is shown of them is right.',
  },
  moveChats: {
    name: 'moveChats',
    hears: ['chat.messageSent'],
    uses: ['chats.read', 'chats.move'],
    impact:
      'Chats with new messages do not move up in the lists of those who have more than a page of them; the messages are there.',
  },
  notifyDevices: {
    name: 'notifyDevices',
    hears: TOLD_FACTS,
    uses: ['accounts.read', 'conversations.read', 'chats.read', 'devices.write', 'push'],
    impact:
      'People are not told on their phones of messages, answers, refunds and payouts; inside of the app all of it is there.',
  },
} as const satisfies Record<string, Subscriber>;

export type SubscriberName = keyof typeof subscribers;
