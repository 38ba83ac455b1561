import { expect, test } from '@jest/globals';
import { responseTo } from '#lib/local/deeds/calls.ts';
import { PERMISSIONS, type Permission, TILES } from '#shared/rules/desk/permissions.ts';
import { setSignIn } from '../../support/account-shortcuts.ts';
import { runConfirmedOps } from '../../support/ops.ts';
import { bearer, newPerson } from '../../support/people.ts';
import { openedCase } from '../../support/staff.ts';
import { worldOfFile } from '../../support/test-world.ts';

/* Who may call the operations of the desk. docs/product/desk.md#permissions */

const world = worldOfFile();

const tilesOf = async (token: string) => {
  const { body } = await responseTo(bearer(token).tiles());
  return body.data?.map(({ tile }: { tile: string }) => tile) ?? body.status;
};

test('the desk refuses a person without a permission with FORBIDDEN, with a passkey too', async () => {
  const person = await newPerson(world);
  await setSignIn(person, 'passkey');
  expect(await tilesOf(person.token)).toBe('FORBIDDEN');
});

test.each(['password', 'code'] as const)(
  'the desk refuses staff who signed in with a %s with PASSKEY_SIGN_IN_REQUIRED',
  async (signedInWith) => {
    const staff = await newPerson(world, { staff: 'all' });
    await setSignIn(staff, signedInWith);
    const { http, body } = await responseTo(staff.tiles());
    expect({ http, status: body.status }).toEqual({
      http: 403,
      status: 'PASSKEY_SIGN_IN_REQUIRED',
    });
    expect(body.message).toContain('passkey');
  },
);

test('viewDeskQueues shows each permission its own tiles', async () => {
  const seen = async (...permissions: readonly Permission[]) =>
    tilesOf((await newPerson(world, { staff: permissions })).token);
  expect(await seen('SUPPORT')).toEqual(['TICKETS']);
  expect(await seen('MODERATOR')).toEqual([
    'DANGER',
    'CLAIMS',
    'REPORTS',
    'APPEALS',
    'SECOND_PERSON',
  ]);
  expect(await seen('FINANCE')).toEqual([
    'DANGER',
    'CLAIMS',
    'REVIEWS',
    'SECOND_PERSON',
    'PAYOUTS',
  ]);
  expect(await seen(...PERMISSIONS)).toEqual([...TILES]);
});

test('viewDeskQueue refuses a tile of another permission', async () => {
  const staff = await newPerson(world, { staff: ['SUPPORT'] });
  const { body } = await responseTo(staff.queue({ tile: 'REPORTS' }));
  expect(body.status).toBe('FORBIDDEN');
});

test('decideCase refuses a case of another permission', async () => {
  const finance = await newPerson(world, { staff: ['FINANCE'] });
  const [reporter, person] = [await newPerson(world), await newPerson(world)];
  const { id } = await openedCase(world, { openedBy: reporter.user.id, userId: person.user.id });
  expect(
    (
      await responseTo(
        finance.decidesCase({ id }, { outcome: 'REJECTED' }, { reason: 'Nothing is wrong.' }),
      )
    ).body.status,
  ).toBe('FORBIDDEN');
});

test('deskBlockUser refuses staff without MODERATOR', async () => {
  const staff = await newPerson(world, { staff: ['SUPPORT', 'FINANCE'] });
  const { user } = await newPerson(world);
  const { body } = await responseTo(staff.blocksAccount(user, { reason: 'They send spam.' }));
  expect(body.status).toBe('FORBIDDEN');
});

test('a revoked permission ends with the next call, with the same access token', async () => {
  const staff = await newPerson(world, { staff: ['SUPPORT', 'MODERATOR'] });
  await runConfirmedOps(world, 'revoke', staff.user.username, 'MODERATOR');
  expect(await tilesOf(staff.token)).toEqual(['TICKETS']);
  await runConfirmedOps(world, 'revoke', staff.user.username, 'SUPPORT');
  expect(await tilesOf(staff.token)).toBe('FORBIDDEN');
});

test('the desk refuses staff whose account is blocked', async () => {
  const staff = await newPerson(world, { staff: 'all' });
  await runConfirmedOps(world, 'block', staff.user.username);
  expect(await tilesOf(staff.token)).toBe('UNAUTHENTICATED');
});

test('checkUser shows the permissions of staff, and none of anybody else', async () => {
  const permissionsOf = async (token: string) => {
    const seen = await bearer(token).account();
    return seen.permissionIds;
  };
  expect(await permissionsOf((await newPerson(world)).token)).toEqual([]);
  expect(await permissionsOf((await newPerson(world, { staff: ['FINANCE'] })).token)).toEqual([
    'FINANCE',
  ]);
});
