import { describe, expect, test } from '@jest/globals';
import { handler as checkUser } from '#functions/auth/checkUser.ts';
import { handler as updateUserTheme } from '#functions/profiles/updateUserTheme.ts';
import { call } from '../../support/call.ts';
import { newPerson } from '../../support/people.ts';
import { worldOfFile } from '../../support/test-world.ts';

const world = worldOfFile();

const choose = (token: string | undefined, theme: string) =>
  call(updateUserTheme, { theme }, { token });
const themeOf = async (token: string) =>
  (await call(checkUser, {}, { method: 'GET', token })).body.data[0].theme;

describe('the theme', () => {
  test('follows the device until it is chosen', async () => {
    expect(await themeOf((await newPerson(world)).token)).toBe('system');
  });

  test.each(['light', 'dark', 'system'])('%s is stored in the account', async (theme) => {
    const { token } = await newPerson(world);
    expect((await choose(token, theme)).body).toEqual({ status: 'SUCCESS' });
    expect(await themeOf(token)).toBe(theme);
  });

  test('is refused if it is not light, dark or system', async () => {
    const { token } = await newPerson(world);
    const sentence = 'Please choose light, dark or system';
    for (const theme of ['', 'sepia'])
      expect((await choose(token, theme)).body).toMatchObject({
        status: 'INVALID_INPUT',
        fields: { theme: sentence },
      });
    expect((await call(updateUserTheme, {}, { token })).body.fields).toEqual({ theme: sentence });
    expect(await themeOf(token)).toBe('system');
  });

  test('of another account cannot be changed', async () => {
    const [one, other] = [await newPerson(world), await newPerson(world)];
    await choose(other.token, 'dark');
    expect(await themeOf(one.token)).toBe('system');
  });
});
