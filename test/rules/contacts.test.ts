import { describe, expect, test } from '@jest/globals';
import {
  accepting,
  inviting,
  orderName,
  rejecting,
  shownAs,
} from '../../shared/rules/contacts/contacts.ts';

describe('inviting', () => {
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
  ] as const)('%s', (_, pair, step) => expect(inviting(pair)).toBe(step));
});

describe('an answer', () => {
  test('is for who was invited', () => {
    for (const mine of [undefined, 'INVITED_BY_ME'] as const) {
      expect(accepting({ mine })).toBeUndefined();
      expect(rejecting({ mine })).toBeUndefined();
    }
    expect(accepting({ mine: 'INVITED_ME' })).toBe('accept');
    expect(rejecting({ mine: 'INVITED_ME' })).toBe('reject');
  });

  test('changes nothing the second time, and the other one does not undo it', () => {
    expect(accepting({ mine: 'CONTACT' })).toBe('nothing');
    expect(rejecting({ mine: 'CONTACT' })).toBeUndefined();
    expect(rejecting({ mine: 'REJECTED' })).toBe('nothing');
    expect(accepting({ mine: 'REJECTED' })).toBeUndefined();
  });
});

test('a rejection shows to nobody', () => {
  expect(shownAs('REJECTED')).toBe('NONE');
  expect(shownAs('INVITED_BY_ME')).toBe('INVITED_BY_ME');
  expect(shownAs(undefined)).toBe('NONE');
});

test('lists order names without regard to case and accents', () => {
  const names = ['Żaneta', 'ana Smith', 'Ána Jones', 'Zoë', 'Bob'];
  const ordered = [...names].sort((one, other) => (orderName(one) < orderName(other) ? -1 : 1));
  expect(ordered).toEqual(['Ána Jones', 'ana Smith', 'Bob', 'Żaneta', 'Zoë']);
});
