import { dueAfter } from '../../shared/rules/payouts/payouts.ts';
import { MINUTE, monthOf } from '../../shared/time.ts';
import { earned, type Flow, later, type Move, nextWebhook, now } from './moves.ts';
import type { Person } from './people.ts';
import type { Process } from './processes.ts';
import { clock, type Stage } from './stage.ts';

/* The flows of payouts: paying out, holding for a check, and recovering a debt. */

export const toPayday = async (stage: Stage) => {
  stage.pass(dueAfter(monthOf(clock.now())) + MINUTE);
  return stage.job('payOut');
};

/** The person opens the onboarding page; if the response with its link is lost, they request it again. */
const settingUp =
  (recipient: Person, outcome: 'READY' | 'RESTRICTED' | 'REFUSING'): Move =>
  async (stage) => {
    const process = await stage.call(recipient, 'createPayoutSetupLink', {});
    const { provider } = stage.world;
    const onboard = () => {
      for (const { token } of provider.all('accountLinks')) provider.onboard(token, outcome);
    };
    stage.afterwards(process, onboard);
    return process;
  };

const payingOut = (name: string, ...outcomes: ('READY' | 'RESTRICTED' | 'REFUSING')[]): Flow => ({
  name: `paying out, ${name}`,
  prepare: async (stage) => {
    const recipient = await earned(stage);
    for (const outcome of outcomes) {
      await now(stage, settingUp(recipient, outcome));
      await stage.bring((process) => stage.driver.finish(process));
    }
    return [toPayday];
  },
});

const payingOutLater: Flow = {
  name: 'paying out, to an account that is set up while the payout waits',
  prepare: async (stage) => {
    const recipient = await earned(stage);
    return [toPayday, settingUp(recipient, 'READY')];
  },
};

/** An earning that was paid out a minute ago is charged back and recovered from the transfer. */
const takingBack: Flow = {
  name: 'taking a lost payment back from its transfer',
  prepare: async (stage) => {
    const recipient = await earned(stage);
    const finish = (process: Process) => stage.driver.finish(process);
    await now(stage, settingUp(recipient, 'READY'));
    await stage.bring(finish);
    await now(stage, toPayday);
    await stage.bring(finish);
    const { provider } = stage.world;
    const [charge] = provider.all('charges');
    await toBank(stage, `charges/${charge?.id}/dispute`);
    const [dispute] = provider.all('disputes');
    await toBank(stage, `disputes/${dispute?.id}/decision`, { outcome: 'lost' });
    return [nextWebhook, nextWebhook, nextWebhook, later(0.01, 'payOut')];
  },
};

/** One stranger pays $150.00: the payout is held for a check, or for 30 days. */
const holding: Flow = {
  name: 'paying out what looks like cashing out a stolen card',
  prepare: async (stage) => {
    const recipient = await earned(stage, 15_000);
    await now(stage, settingUp(recipient, 'READY'));
    await stage.bring((process) => stage.driver.finish(process));
    return [toPayday, later(30, 'payOut')];
  },
};

async function toBank(stage: Stage, path: string, form?: Record<string, string>): Promise<void> {
  const { done } = await stage.world.provider.does('POST', `/_bank/${path}`, form);
  if (!done) throw new Error(`the bank refused ${path}`);
}

export const PAYOUT_FLOWS: readonly Flow[] = [
  payingOut('to an account that is ready', 'READY'),
  payingOut('to nobody yet'),
  payingOut('to an account that refuses', 'REFUSING'),
  payingOutLater,
  takingBack,
  holding,
];
