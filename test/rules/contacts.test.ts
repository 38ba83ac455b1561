import { describe, expect, test } from '@jest/globals';
import {
  accepting,
  inviting,
  orderName,
  rejecting,
  shownAs,
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
  ] as const)('%s', (_, pair, step) => expect(inviting(pair)).toBe(step));
});

describe('the answer to a contact invitation', () => {
  test('can be given by the invited person only', () => {
    for (const mine of [undefined, 'INVITED_BY_ME'] as const) {
      expect(accepting({ mine })).toBeUndefined();
      expect(rejecting({ mine })).toBeUndefined();
    }
    expect(accepting({ mine: 'INVITED_ME' })).toBe('accept');
    expect(rejecting({ mine: 'INVITED_ME' })).toBe('reject');
  });

  test('changes nothing the second time, and is not undone by the other answer', () => {
    expect(accepting({ mine: 'CONTACT' })).toBe('nothing');
    expect(rejecting({ mine: 'CONTACT' })).toBeUndefined();
    expect(rejecting({ mine: 'REJECTED' })).toBe('nothing');
    expect(accepting({ mine: 'REJECTED' })).toBeUndefined();
  });
});

test('a rejected contact invitation is visible to nobody', () => {
  expect(shownAs('REJECTED')).toBe('NONE');
  expect(shownAs('INVITED_BY_ME')).toBe('INVITED_BY_ME');
  expect(shownAs(undefined)).toBe('NONE');
});

test('contact lists sort names regardless of case and accents', () => {
  const names = ['Żaneta', 'ana Smith', 'Ána Jones', 'Zoë', 'Bob'];
  const ordered = [...names].sort((one, other) => (orderName(one) < orderName(other) ? -1 : 1));
  expect(ordered).toEqual(['Ána Jones', 'ana Smith', 'Bob', 'Żaneta', 'Zoë']);
});
