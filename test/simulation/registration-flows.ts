import { MINUTE } from '#shared/time.ts';
import type { Flow, FlowStep } from './flow-steps.ts';
import { createPerson, PASSWORD } from './people.ts';
import { clock } from './simulation.ts';

/* The flow of a person who registers twice before the phone number is confirmed. */

const twoMinutesLater =
  (step: FlowStep): FlowStep =>
  async (simulation) => {
    simulation.advanceTo(clock.now() + 2 * MINUTE);
    return step(simulation);
  };

const registeringAgain: Flow = {
  name: 'registering again, and repeating the first call',
  prepare: async () => {
    // The calls come without a token; this person only names who makes them.
    const person = await createPerson(clock, 0);
    const register =
      (lastDigit: number, key: string): FlowStep =>
      (simulation) => {
        const phoneNumber = `+1555302000${lastDigit}`;
        const names = { fullName: 'Nora Newcomer', username: 'nora_newcomer' };
        const form = { ...names, phoneNumber, password: PASSWORD };
        return simulation.does(person, (me) => me.registers(form, { key, as: { token: '' } }));
      };
    const first = register(1, 'FIRST');
    return [first, twoMinutesLater(register(2, 'SECOND')), first, twoMinutesLater(first)];
  },
};

export const REGISTRATION_FLOWS: readonly Flow[] = [registeringAgain];
