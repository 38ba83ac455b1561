import { describe, expect, test } from '@jest/globals';
import { Schedules } from '#lib/local/schedules.ts';

/* The run times of the local schedules, by the movable clock. */

/** `job` is what each call does; without it, nothing. */
function schedulesAt(iso: string, job?: (name: string) => Promise<void>) {
  const clock = { now: Date.parse(iso) };
  const ran: string[] = [];
  const schedules = new Schedules({
    now: () => clock.now,
    call: (name) => {
      ran.push(name);
      return job?.(name) ?? Promise.resolve();
    },
    onFault: (fault) => {
      if (!job) throw fault;
    },
  });
  const payOut = () => schedules.states().find(({ name }) => name === 'payOut');
  return { clock, ran, schedules, payOut };
}

test('a schedule runs at its interval', async () => {
  const { schedules, payOut, clock, ran } = schedulesAt('2026-11-21T10:07:00.000Z');
  await schedules.runDue();
  expect(payOut()?.nextRunAt).toBe('2026-11-21T10:15:00.000Z');
  ran.length = 0;
  clock.now = Date.parse('2026-11-21T10:14:59.999Z');
  await schedules.runDue();
  expect(ran).not.toContain('payOut');
  clock.now += 1;
  await schedules.runDue();
  expect(ran).toContain('payOut');
});

test('payouts run at noon on the 8th, and once for all missed runs', async () => {
  const { schedules, payOut, clock, ran } = schedulesAt('2026-12-08T11:50:00.000Z');
  await schedules.runDue();
  expect(payOut()?.nextRunAt).toBe('2026-12-08T12:00:00.000Z');
  clock.now = Date.parse('2027-02-01T00:00:00.000Z');
  ran.length = 0;
  await schedules.runDue();
  expect(ran.filter((name) => name === 'payOut')).toHaveLength(1);
});

test('a schedule whose job fails, or is still running, is not run again before its next time', async () => {
  const { clock, ran, schedules, payOut } = schedulesAt(
    '2026-11-21T10:07:00.000Z',
    async (name) => {
      if (name !== 'payOut') return;
      expect(payOut()?.nextRunAt).toBe('2026-11-21T10:15:00.000Z');
      throw new Error('Stripe did not answer');
    },
  );
  await schedules.runDue();
  expect(payOut()?.lastFault).toBe('Stripe did not answer');
  ran.length = 0;
  clock.now += 1_000;
  await schedules.runDue();
  expect(ran).toEqual([]);
});

describe('the next time at which a schedule has work', () => {
  const nothingDue = async () => undefined;

  test('is the next run of a schedule without a due list, if nothing is due', async () => {
    const { schedules, payOut } = schedulesAt('2026-11-21T10:07:00.000Z');
    await schedules.runDue();
    expect(await schedules.nextWorkAt(nothingDue)).toBe(Date.parse('2026-11-22T00:00:00.000Z'));
    expect(payOut()?.nextRunAt).toBe('2026-11-21T10:15:00.000Z');
  });

  test('is when an item is due, but not before the next run of its schedule', async () => {
    const { schedules } = schedulesAt('2026-11-21T10:07:00.000Z');
    await schedules.runDue();
    const nextWith = (due: string) =>
      schedules.nextWorkAt(async (list) => (list === 'PAYOUT' ? Date.parse(due) : undefined));
    expect(await nextWith('2026-11-21T17:31:12.345Z')).toBe(Date.parse('2026-11-21T17:31:12.345Z'));
    expect(await nextWith('2026-11-21T10:08:00.000Z')).toBe(Date.parse('2026-11-21T10:15:00.000Z'));
    // An item that was due before the last run waits for the next one: another run at this time would not process
    // it.
    expect(await nextWith('2026-11-21T10:00:00.000Z')).toBe(Date.parse('2026-11-21T11:07:00.000Z'));
  });
});

describe('a clock that skips time', () => {
  const WITHOUT_LIST = ['reconcileLedger', 'publishReliability'];

  test('runs a schedule with a due list only if an item is due', async () => {
    const { schedules, clock, ran } = schedulesAt('2026-11-21T10:07:00.000Z');
    const dueAt = Date.parse('2026-11-21T12:00:00.000Z');
    const firstDue = async (list: string) => (list === 'CONVERSATION' ? dueAt : undefined);
    await schedules.runWork(firstDue);
    expect(ran).toEqual([...WITHOUT_LIST]);
    clock.now = dueAt;
    await schedules.runWork(firstDue);
    expect(ran).toEqual([...WITHOUT_LIST, 'expireConversations']);
  });

  test('runs what is due after the clock was moved back', async () => {
    const { schedules, clock, ran } = schedulesAt('2026-11-21T10:07:00.000Z');
    await schedules.runWork(async () => undefined);
    ran.length = 0;
    clock.now = Date.parse('2026-10-01T10:07:00.000Z');
    await schedules.runWork(async (list) => (list === 'REMINDER' ? clock.now : undefined));
    expect([...ran].sort()).toEqual([...WITHOUT_LIST, 'remindExpiring'].sort());
  });
});
