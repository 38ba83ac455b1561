import { describe, expect, test } from '@jest/globals';
import { newPerson, type Person } from '../../support/people.ts';
import { expectRefused } from '../../support/refusals.ts';
import { worldOfFile } from '../../support/test-world.ts';

const world = worldOfFile();

const choose = (person: Person, theme?: string) => person.calls('updateUserTheme', { theme });
const themeOf = async (person: Person) => (await person.account()).theme;

describe('the theme', () => {
  test('follows the device until it is chosen', async () => {
    expect(await themeOf(await newPerson(world))).toBe('system');
  });

  test.each(['light', 'dark', 'system'])('%s is stored in the account', async (theme) => {
    const person = await newPerson(world);
    expect(await choose(person, theme)).toEqual({ status: 'SUCCESS' });
    expect(await themeOf(person)).toBe(theme);
  });

  test('is refused if it is not light, dark or system', async () => {
    const person = await newPerson(world);
    const sentence = 'Please choose light, dark or system';
    for (const theme of ['', 'sepia', undefined])
      await expectRefused(choose(person, theme), 400, 'INVALID_INPUT', { theme: sentence });
    expect(await themeOf(person)).toBe('system');
  });

  test('of another account cannot be changed', async () => {
    const [one, other] = [await newPerson(world), await newPerson(world)];
    await choose(other, 'dark');
    expect(await themeOf(one)).toBe('system');
  });
});
