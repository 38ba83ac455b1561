import { expect, test } from '@jest/globals';
import { setPermissions } from '#functions/storage/accounts/permissions.ts';
import { table } from '#functions/storage/table.ts';
import { auditEntryOf } from '#lib/operator/ops/plan.ts';
import { auditEntriesAbout, OPERATOR, runConfirmedOps, runOps } from '../support/ops.ts';
import { newPerson } from '../support/people.ts';
import { storedUser } from '../support/staff.ts';
import { worldOfFile } from '../support/test-world.ts';
import { supportOf } from '../support/tickets.ts';

/* npm run ops -- grant and revoke: what a person may do at the desk. */

const world = worldOfFile();
const permissionsOf = async (id: string) => (await storedUser(world, id)).permissionIds;

test('grant changes nothing without --yes, and then adds a permission with an audit entry', async () => {
  const { user } = await newPerson(world);
  expect(await runOps(world, 'grant', user.username, 'finance')).toContain('Nothing was changed');
  expect(await permissionsOf(user.id)).toBeUndefined();
  expect(await runConfirmedOps(world, 'grant', user.username, 'finance')).toContain('FINANCE');
  expect(await runConfirmedOps(world, 'grant', user.username, 'SUPPORT')).toContain('passkey');
  expect(await permissionsOf(user.id)).toEqual(['SUPPORT', 'FINANCE']);
  const entries = await auditEntriesAbout(world, user.id);
  // The first permission comes with a link, at the same moment.
  expect(entries.filter(({ command }) => command === `desk-link ${user.id}`)).toHaveLength(1);
  expect(entries.filter(({ command }) => command.startsWith('grant'))).toMatchObject([
    { who: OPERATOR, command: `grant ${user.id} FINANCE`, reason: 'ticket 17' },
    { command: `grant ${user.id} SUPPORT`, outcome: 'The permissions are now: SUPPORT, FINANCE.' },
  ]);
  expect(await runOps(world, 'person', user.username)).toContain('Desk           SUPPORT, FINANCE');
});

test('revoke removes a permission, and the attribute with the last one', async () => {
  const { user } = await newPerson(world);
  await runConfirmedOps(world, 'grant', user.username, 'MODERATOR');
  expect(await runConfirmedOps(world, 'revoke', user.username, 'MODERATOR')).toContain('none');
  expect(await permissionsOf(user.id)).toBeUndefined();
  expect(await auditEntriesAbout(world, user.id)).toHaveLength(3);
});

test('grant and revoke say when there is nothing to do', async () => {
  const { user } = await newPerson(world);
  await runConfirmedOps(world, 'grant', user.username, 'SUPPORT');
  expect(await runConfirmedOps(world, 'grant', user.username, 'SUPPORT')).toContain('already');
  expect(await runConfirmedOps(world, 'revoke', user.username, 'FINANCE')).toContain('does not');
  expect(await auditEntriesAbout(world, user.id)).toHaveLength(2);
});

test('grant refuses an unknown permission, the support account, a blocked account, and a missing argument', async () => {
  const { user } = await newPerson(world);
  expect(await runOps(world, 'grant', user.username, 'ADMIN')).toContain('SUPPORT, MODERATOR');
  expect(await runOps(world, 'grant', user.username)).toContain('npm run ops');
  expect(await runOps(world, 'block', user.username, 'SUPPORT')).toContain('npm run ops');
  await supportOf(world);
  expect(await runOps(world, 'grant', 'support', 'SUPPORT')).toContain('support account');
  await runConfirmedOps(world, 'block', user.username);
  expect(await runOps(world, 'grant', user.username, 'SUPPORT')).toContain('is blocked');
});

test('permissions that changed since they were read are not overwritten', async () => {
  const { user } = await newPerson(world);
  const note = { command: `grant ${user.id} FINANCE`, reason: 'test' };
  const act = () => auditEntryOf({ who: OPERATOR, now: world.now() }, note, user.id, 'Granted.');
  await runConfirmedOps(world, 'grant', user.username, 'SUPPORT');
  expect(await setPermissions(table, user, ['FINANCE'], act())).toBe('CHANGED');
  expect(await permissionsOf(user.id)).toEqual(['SUPPORT']);
});
