import { expect, test } from '@jest/globals';
import { responseTo } from '#lib/local/deeds/calls.ts';
import { WRONG_CODES, WRONG_PASSWORDS } from '#shared/metrics.ts';
import { printedMetrics } from '../../support/metrics.ts';
import { newPerson, visitor } from '../../support/people.ts';
import { worldOfFile } from '../../support/test-world.ts';

const world = worldOfFile();

test('wrong passwords count in one metric, whether or not the account exists', async () => {
  const { user } = await newPerson(world);
  const figures = await printedMetrics(async () => {
    for (const username of [user.username, 'nobody_to_guess'])
      await responseTo(visitor().signsIn(username, { password: 'Guess-1234' }));
  });
  expect(figures).toEqual({ [WRONG_PASSWORDS]: 2 });
});

test('wrong codes count in one metric, whether or not a code was sent', async () => {
  const figures = await printedMetrics(async () => {
    for (const phoneNumber of ['(555) 555-0123', '(555) 555-0124'])
      await responseTo(visitor().signsInByCode(phoneNumber, '123456'));
  });
  expect(figures).toEqual({ [WRONG_CODES]: 2 });
});
