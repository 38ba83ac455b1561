import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { Clock } from '#lib/local/clock.ts';
import { Schedules } from '#lib/local/schedules.ts';
import { TimeMachine } from '#lib/local/time-machine.ts';
import { HOUR, MINUTE } from '#shared/time.ts';
import { newFolder } from './machine.ts';

/* The local clock runs everything that becomes due while it is moved. schedules.test.ts tests the run times of the schedules. */

const START = Date.parse('2026-11-21T10:00:00.000Z');
const at = (time: string) => Date.parse(`2026-11-21T${time}:00.000Z`);
let own: ReturnType<typeof newFolder>;
beforeEach(() => {
  own = newFolder();
  jest.spyOn(Date, 'now').mockReturnValue(START);
});
afterEach(() => {
  jest.restoreAllMocks();
  delete process.env.CLOCK_OFFSET_MS;
  own.remove();
});

/** A clock with messages that expire at these times, and something that Stripe does. Each entry of `ran` has the time. */
function machineWith(expiries: readonly number[], stripeAt: number, stripeFails = false) {
  const clock = new Clock(own.folder);
  const ran: string[] = [];
  const note = (what: string) =>
    ran.push(`${new Date(clock.now()).toISOString().slice(11, 16)} ${what}`);
  const pending = () => expiries.filter((expiry) => !done.has(expiry));
  const done = new Set<number>();
  let stripeDue: number | undefined = stripeAt;
  const schedules = new Schedules({
    now: clock.now,
    call: async (name) => {
      if (name !== 'expireConversations') return;
      note('expire');
      for (const expiry of pending()) if (expiry <= clock.now()) done.add(expiry);
    },
    onFault: () => undefined,
  });
  const machine = new TimeMachine({
    clock,
    schedules,
    firstDue: async (list) => (list === 'CONVERSATION' ? pending()[0] : undefined),
    drain: async () => void note('drain'),
    stripe: {
      nextDueAt: () => stripeDue,
      runDue: async () => {
        if (stripeDue === undefined || stripeDue > clock.now()) return;
        note('stripe');
        if (!stripeFails) stripeDue = undefined;
      },
    },
    onFault: () => undefined,
  });
  return { clock, machine, ran };
}

test('a moved clock stops at each thing that is due, in its order, and the events of one are processed before the next', async () => {
  const { clock, machine, ran } = machineWith([at('12:00'), at('15:30')], at('13:00'));
  await machine.advance(0);
  await machine.advance(6 * HOUR);
  expect(ran).toEqual([
    '10:00 drain',
    '12:00 expire',
    '12:00 drain',
    '13:00 stripe',
    '13:00 drain',
    '15:30 expire',
    '15:30 drain',
    '16:00 drain',
  ]);
  expect(clock.offsetMs).toBe(6 * HOUR);
  expect(new Clock(own.folder).now()).toBe(at('16:00'));
});

test('work that fails is tried again after an hour of a moved clock', async () => {
  const { machine, ran } = machineWith([at('11:30')], at('10:30'), true);
  await machine.advance(0);
  await machine.advance(2 * HOUR);
  const tries = ran.filter((line) => line.endsWith('stripe'));
  expect([...new Set(tries)]).toEqual(['10:30 stripe', '11:30 stripe', '12:00 stripe']);
  expect(ran).toContain('11:30 expire');
});

test('the clock stands still during an action that stops it, and moves after that', async () => {
  const { clock, machine } = machineWith([], at('23:00'));
  const during: number[] = [];
  const action = machine.withClockStopped(async () => {
    await new Promise((resolve) => setTimeout(resolve, 1));
    during.push(clock.offsetMs);
    throw new Error('refused');
  });
  const moved = machine.advance(MINUTE);
  await expect(action).rejects.toThrow('refused');
  await moved;
  expect([during, clock.offsetMs]).toEqual([[0], MINUTE]);
});

test('a clock that is stopped ends its move with the work that runs', async () => {
  const { clock, machine } = machineWith([at('12:00')], at('13:00'));
  const moved = machine.advance(12 * HOUR);
  await machine.stop();
  await moved;
  expect(clock.now()).toBeLessThan(at('13:00'));
});
