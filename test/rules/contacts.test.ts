import { describe, expect, test } from '@jest/globals';
import {
  decideAcceptance,
  decideInvitation,
  decideRejection,
  sortName,
  visibleState,
} from '../../shared/rules/contacts/contacts.ts';

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
