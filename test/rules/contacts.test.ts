import { describe, expect, test } from '@jest/globals';
import { cents } from '#shared/money.ts';
import { isFreeInChat } from '#shared/rules/contacts/contact-terms.ts';
import {
  decideAcceptance,
  decideBlock,
  decideInvitation,
  decideRejection,
  sortName,
  TOO_MANY_CONTACTS,
  visibleState,
} from '#shared/rules/contacts/contacts.ts';

describe('a contact invitation', () => {
  test.each([
    ['a stranger asks them', {}, 'invite'],
    ['a second time changes nothing', { mine: 'INVITED_BY_ME', theirs: 'INVITED_ME' }, 'nothing'],
    ['who invited the caller accepts', { mine: 'INVITED_ME', theirs: 'INVITED_BY_ME' }, 'accept'],
    [
      'whom the caller turned down is accepted: both want it now',
      { mine: 'REJECTED', theirs: 'INVITED_BY_ME' },
      'accept',
    ],
    [
      'who turned the caller down is left in peace',
      { mine: 'INVITED_BY_ME', theirs: 'REJECTED' },
      'nothing',
    ],
    ['once that lapsed asks again', { mine: 'INVITED_BY_ME' }, 'invite'],
    ['a contact changes nothing', { mine: 'CONTACT', theirs: 'CONTACT' }, 'nothing'],
    ['who blocked the caller is seen by the caller only', { theirs: 'BLOCKED' }, 'inviteUnseen'],
    [
      'who blocked the caller is not repeated',
      { mine: 'INVITED_BY_ME', theirs: 'BLOCKED' },
      'nothing',
    ],
    ['whom the caller blocked is refused', { mine: 'BLOCKED' }, 'refuse'],
    [
      'is refused by the own block if both blocked each other',
      { mine: 'BLOCKED', theirs: 'BLOCKED' },
      'refuse',
    ],
  ] as const)('%s', (_, pair, step) => expect(decideInvitation(pair)).toBe(step));
});

describe('the answer to a contact invitation', () => {
  test('can be given by the invited person only', () => {
    for (const mine of [undefined, 'INVITED_BY_ME'] as const) {
      expect(decideAcceptance({ mine })).toBeUndefined();
      expect(decideRejection({ mine })).toBeUndefined();
    }
    expect(decideAcceptance({ mine: 'INVITED_ME' })).toBe('accept');
    expect(decideRejection({ mine: 'INVITED_ME' })).toBe('reject');
  });

  test('changes nothing if it is repeated, and is not undone by the other answer', () => {
    expect(decideAcceptance({ mine: 'CONTACT' })).toBe('nothing');
    expect(decideRejection({ mine: 'CONTACT' })).toBeUndefined();
    expect(decideRejection({ mine: 'REJECTED' })).toBe('nothing');
    expect(decideAcceptance({ mine: 'REJECTED' })).toBeUndefined();
  });
});

describe('a block', () => {
  const none = { contacts: 0, invitations: 0 };
  const contact = { contacts: 1, invitations: 0 };
  const invitation = { contacts: 0, invitations: 1 };

  test.each([
    ['of a stranger changes the own side only', [], false, none, none],
    ['of a contact ends it on both sides', ['CONTACT', 'CONTACT'], true, contact, contact],
    [
      'withdraws an invitation of the caller',
      ['INVITED_BY_ME', 'INVITED_ME'],
      true,
      none,
      invitation,
    ],
    [
      'leaves an invitation of the other person to look unanswered',
      ['INVITED_ME', 'INVITED_BY_ME'],
      false,
      invitation,
      none,
    ],
    ['leaves a rejected invitation too', ['REJECTED', 'INVITED_BY_ME'], false, none, none],
    ['leaves a rejection of the other person', ['INVITED_BY_ME', 'REJECTED'], false, none, none],
    ['leaves a block of the other person', [undefined, 'BLOCKED'], false, none, none],
  ] as const)('%s', (_, pair, deletesTheirs, iLose, theyLose) => {
    const [mine, theirs] = pair;
    expect(decideBlock({ mine, theirs })).toEqual({ deletesTheirs, iLose, theyLose });
  });

  test('that is repeated changes nothing, whatever the state of the other side', () => {
    for (const theirs of [undefined, 'INVITED_BY_ME', 'BLOCKED'] as const)
      expect(decideBlock({ mine: 'BLOCKED', theirs })).toBe('nothing');
  });

  test('cannot be accepted or rejected away', () => {
    expect(decideAcceptance({ mine: 'BLOCKED' })).toBeUndefined();
    expect(decideRejection({ mine: 'BLOCKED' })).toBeUndefined();
  });

  test('is not shown as a contact state', () => expect(visibleState('BLOCKED')).toBe('NONE'));
});

test('a rejected contact invitation is visible to nobody', () => {
  expect(visibleState('REJECTED')).toBe('NONE');
  expect(visibleState('INVITED_BY_ME')).toBe('INVITED_BY_ME');
  expect(visibleState(undefined)).toBe('NONE');
});

test('contact lists sort names regardless of case and accents', () => {
  const names = ['Żaneta', 'ana Smith', 'Ána Jones', 'Zoë', 'Bob'];
  const ordered = [...names].sort((one, other) => (sortName(one) < sortName(other) ? -1 : 1));
  expect(ordered).toEqual(['Ána Jones', 'ana Smith', 'Bob', 'Żaneta', 'Zoë']);
});

test.each([
  [
    'strokes and ligatures',
    ['Lena', 'Łukasz', 'Lyn', 'Olga', 'Øystein', 'Ozan', 'Adam', 'Ærø', 'Afia'],
  ],
  ['lower case', ['ada', 'Adam', 'bea', 'Ben', 'zoe', 'Zoë Adams', 'Đoko', 'dora', 'Dusan']],
  ['other letters', ['Ħal', 'Hana', 'Ibrahim', 'İlker', 'Tiago', 'Šime', 'Sina', 'Ŧom']],
  [
    'punctuation',
    ['d’Arcy', 'Darius', "O'Neil", 'Oneal', 'Ana-Lena', 'Ana Maria', 'Anatol', '“Bo” Li'],
  ],
])('contact lists sort names with %s as Intl.Collator does', (_, names) => {
  const { compare } = new Intl.Collator('en', { sensitivity: 'base', ignorePunctuation: true });
  const ordered = [...names].sort((one, other) => (sortName(one) < sortName(other) ? -1 : 1));
  const words = (name: string) => name.replace('-', ' ').split(' ');
  expect(ordered).toEqual(
    [...names].sort(
      (one, other) => compare(words(one)[0] ?? '', words(other)[0] ?? '') || compare(one, other),
    ),
  );
});

test('a contact writes in the chat for free if the terms say so and both plans include chat', () => {
  const free = { is: 'FREE' } as const;
  expect(isFreeInChat(free, 'STARTER', 'PROFESSIONAL')).toBe(true);
  expect(isFreeInChat(free, 'STARTER', 'FREE')).toBe(false);
  expect(isFreeInChat(free, 'NONE', 'STARTER')).toBe(false);
  expect(isFreeInChat({ is: 'OWN', price: cents(0) }, 'STARTER', 'STARTER')).toBe(false);
  expect(isFreeInChat(undefined, 'STARTER', 'STARTER')).toBe(false);
});

test('a person with too many contacts is told how many there can be', () =>
  expect(TOO_MANY_CONTACTS).toBe(
    'You have 1,000 contacts, and there can be no more. Please remove one first.',
  ));
