import { execFileSync } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { writeAuditEntry } from '#functions/storage/audit.ts';
import { table } from '#functions/storage/table.ts';
import { messageLines } from '#lib/operator/ops/message-lines.ts';
import { DAY } from '#shared/time.ts';
import { formatPhoneNumber } from '#shared/wire.ts';
import { intentOf } from '../support/disputes.ts';
import { postAllEvents } from '../support/money.ts';
import { auditEntriesAbout, OPERATOR, runConfirmedOps, runOps } from '../support/ops.ts';
import { pendingOrder } from '../support/orders.ts';
import { newPerson } from '../support/people.ts';
import { scanTable } from '../support/scanned-table.ts';
import { startWorld, type World } from '../support/world.ts';

/* npm run ops -- person, conversation, audit: the data that an operator sees, and the data that stays hidden. */

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

/** Matches the texts of the two people: the subject, the question, the answer. */
const WRITTEN = /Dry winters|violin|damp sponge/;

async function answered() {
  const order = await pendingOrder(world);
  await order.recipient.answers(order);
  await postAllEvents(world);
  return order;
}

describe('the person command', () => {
  test('finds a person by username, id and phone, with balance, pending payouts and ledger', async () => {
    const { id, recipient } = await answered();
    const { user } = recipient;
    const seen = await runOps(world, 'person', user.username);
    expect(seen).toContain(`@${user.username}  ${user.id}`);
    expect(seen).toMatch(/Owed now {7}\$22\.00/);
    expect(seen).toMatch(/Messages to them: 1, 0 waiting\n.*OPEN {2}\$25\.00/);
    expect(seen).toContain(id);
    expect(seen).toMatch(new RegExp(`\\+\\s\\$22\\.00 {2}answered:${id}`));
    const written = formatPhoneNumber(user.phoneNumber);
    for (const name of [user.id, user.phoneNumber, written, `@${user.username.toUpperCase()}`])
      expect(await runOps(world, 'person', name)).toBe(seen);
  });

  test('shows no user text', async () => {
    const { recipient, sender } = await answered();
    for (const { user } of [recipient, sender])
      expect(await runOps(world, 'person', user.username)).not.toMatch(WRITTEN);
  });

  test('says that no account matches an unknown number', async () => {
    expect(await runOps(world, 'person', '+15550009999')).toMatch(
      /^No account matches \+15550009999/,
    );
  });
});

describe('the conversation command', () => {
  test('shows its money, timeline, ledger entries and Stripe payment', async () => {
    const { id } = await answered();
    const seen = await runOps(world, 'conversation', id);
    expect(seen).toContain(intentOf(world, id).id);
    expect(seen).toMatch(/Price {10}\$25\.00, \$22\.00 earned/);
    expect(seen).toMatch(/ANSWERED {2}HELD/);
    expect(seen).toMatch(
      /answered:.*\n {4}held {2}−\s\$25\.00\n {4}user:\w+ {2}\$22\.00\n {4}platform:fees {2}\$3\.00/,
    );
    expect(seen).not.toMatch(WRITTEN);
    expect(await auditEntriesAbout(world, id)).toEqual([]);
  });

  test('shows its messages with a reason, and records that in the audit log', async () => {
    const { id } = await answered();
    expect(await runOps(world, 'conversation', id, '--text')).toMatch(/^A reason is required/);
    const seen = await runOps(world, 'conversation', id, '--text', '--reason', 'ticket 18');
    expect(seen).toMatch(/Dry winters[\s\S]*violin[\s\S]*damp sponge/);
    expect(await auditEntriesAbout(world, id)).toMatchObject([
      { who: OPERATOR, command: `conversation ${id} --text`, reason: 'ticket 18' },
    ]);
  });
});

test('an ops command shows link targets, and escapes terminal control characters in user text', () => {
  const html =
    '<p>Your bank:</p><ul><li><a href="https://evil.example/?a=1&amp;b" rel="x" target="_blank">my<em>bank</em>.com</a></li></ul><p>red\u001b[31m &lt;b&gt;<br />end</p>';
  expect(messageLines(html)).toEqual([
    'Your bank:',
    'mybank.com [links to https://evil.example/?a=1&b]',
    'red [31m <b>',
    'end',
  ]);
});

describe('the audit command', () => {
  test('lists the actions since a day, across months, the oldest first', async () => {
    const first = await newPerson(world);
    await runConfirmedOps(world, 'block', first.user.phoneNumber);
    world.advance(40 * DAY);
    const second = await newPerson(world);
    await runConfirmedOps(world, 'block', second.user.username);
    const day = (days: number) => new Date(world.now() + days * DAY).toISOString().slice(0, 10);
    const all = await runOps(world, 'audit', '--since', day(-41));
    expect(all.indexOf(first.user.id)).toBeGreaterThan(-1);
    expect(all.indexOf(first.user.id)).toBeLessThan(all.indexOf(second.user.id));
    // Audit entries are kept forever, so they contain no personal data.
    for (const { username, phoneNumber } of [first.user, second.user])
      expect(all).not.toMatch(new RegExp(`${username}|\\${phoneNumber}`));
    expect(all).toContain(OPERATOR);
    expect(all).toContain('Reason: ticket 17');
    const latest = await runOps(world, 'audit');
    expect(latest).toContain(second.user.id);
    expect(latest).not.toContain(first.user.id);
    expect(await runOps(world, 'audit', '--since', 'yesterday')).toBe(
      '--since takes a day such as 2026-11-01.',
    );
  });

  test('an audit entry cannot be overwritten', async () => {
    const person = await newPerson(world);
    await runConfirmedOps(world, 'block', person.user.username);
    const [entry] = await auditEntriesAbout(world, person.user.id);
    if (!entry) throw new Error('nothing was kept');
    await expect(table.write(writeAuditEntry({ ...entry, reason: 'another' }))).rejects.toThrow();
    expect((await auditEntriesAbout(world, person.user.id))[0]?.reason).toBe('ticket 17');
  });

  test('an audit entry is in no index and never expires', async () => {
    const items = await scanTable(world.tableName);
    const kept = items.filter(({ pk }) => String(pk).startsWith('AUDIT#'));
    expect(kept.length).toBeGreaterThan(0);
    for (const item of kept) {
      expect(Object.keys(item).filter((name) => /^gsi|expiresAt/.test(name))).toEqual([]);
    }
  });
});

describe('a mistyped ops command', () => {
  test.each([[[]], [['refund', 'x']], [['block']], [['audit', 'x']], [['person', 'a', 'b']]])(
    'such as %j is answered with the list of commands',
    async (words) => {
      expect(await runOps(world, ...words)).toMatch(/npm run ops -- --stage <stage> <command>/);
    },
  );

  test('with an unknown option gets the error that prints the usage, which names the option', async () => {
    await expect(runOps(world, 'block', 'x', '--force')).rejects.toMatchObject({
      code: 'ERR_PARSE_ARGS_UNKNOWN_OPTION',
      message: expect.stringContaining("'--force'"),
    });
  });

  test('without a stage gets an error that asks for one', () => {
    const run = () =>
      execFileSync(process.execPath, ['--import', 'tsx', 'bin/ops.ts', 'audit'], {
        cwd: `${__dirname}/../..`,
        encoding: 'utf8',
        stdio: 'pipe',
      });
    expect(run).toThrow(/Name a stage/);
  });
});
