import { expect, test } from '@jest/globals';
import { username } from '#shared/rules/accounts/accounts.ts';
import { proposedUsernames } from '#web/features/auth/username-proposals.ts';

/* Usernames that are made from a name. docs/product/auth.md#a-first-letter */

const DIGITS = '4821';

test.each([
  ['Noah Bennett', ['noah.bennett', 'noahbennett', 'nbennett', 'noah.bennett.4821']],
  ['  Noah   Bennett ', ['noah.bennett', 'noahbennett', 'nbennett', 'noah.bennett.4821']],
  [
    'Ana María del Carmen',
    ['ana.maria.del.carmen', 'ana.carmen', 'anacarmen', 'acarmen', 'ana.carmen.4821'],
  ],
  ['Wu Li', ['wu.li', 'wuli', 'wli', 'wu.li.4821']],
  ['Jo', ['jo.4821']],
  ['Cher', ['cher', 'cher.4821']],
  [
    'Siân O’Brien-Łukasz',
    ['sian.obrien.lukasz', 'sian.lukasz', 'sianlukasz', 'slukasz', 'sian.lukasz.4821'],
  ],
  ['Zoe\u0308 Ångström', ['zoe.angstrom', 'zoeangstrom', 'zangstrom', 'zoe.angstrom.4821']],
  ['İpek Işık', ['ipek.isik', 'ipekisik', 'iisik', 'ipek.isik.4821']],
  [
    'Наталья Йовович',
    ['natalya.iovovich', 'natalyaiovovich', 'niovovich', 'natalya.iovovich.4821'],
  ],
  ['Νίκος Παπάς', ['nikos.papas', 'nikospapas', 'npapas', 'nikos.papas.4821']],
  ['王伟', ['writer.4821']],
  ['이산', ['writer.4821']],
  ['محمد علي', ['writer.4821']],
  ['👩‍🚀🎉🎉🎉', ['writer.4821']],
  ['Ａｎａ Ｍａｒｋ', ['ana.mark', 'anamark', 'amark', 'ana.mark.4821']],
])('the usernames for %s are %j', (fullName, expected) => {
  expect(proposedUsernames(fullName, DIGITS)).toEqual(expected);
});

test('every proposal for a long name can be chosen', () => {
  const long = proposedUsernames(
    `${'Maximiliane '.repeat(6)}Wolfeschlegelsteinhausenberger`,
    DIGITS,
  );
  expect(long.length).toBeGreaterThan(0);
  for (const proposed of long) expect(username.safeParse(proposed).success).toBe(true);
});
