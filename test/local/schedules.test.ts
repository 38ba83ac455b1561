import { expect, test } from '@jest/globals';
import { Schedules } from '../../lib/local/schedules.ts';

/* When the schedules of this machine fall due, by its movable clock. */

function schedulesAt(iso: string) {
  const clock = { now: Date.parse(iso) };
  const ran: string[] = [];
  const schedules = new Schedules({
    now: () => clock.now,
    call: async (name) => ran.push(name),
    onFault: (fault) => {
      throw fault;
    },
  });
  const payOut = () => schedules.states().find(({ name }) => name === 'payOut');
  return { clock, ran, schedules, payOut };
}

test('a schedule goes by its pace', async () => {
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

test('payouts run at noon on the 8th, and once for all the times that were missed', async () => {
  const { schedules, payOut, clock, ran } = schedulesAt('2026-12-08T11:50:00.000Z');
  await schedules.runDue();
  expect(payOut()?.nextRunAt).toBe('2026-12-08T12:00:00.000Z');
  clock.now = Date.parse('2027-02-01T00:00:00.000Z');
  ran.length = 0;
  await schedules.runDue();
  expect(ran.filter((name) => name === 'payOut')).toHaveLength(1);
});
