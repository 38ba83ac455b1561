import { SECOND } from '#shared/time.ts';
import type { InjectedFault } from '#test/support/faults/processes.ts';
import {
  captureManually,
  chargeManually,
  refuseRefund,
  reverseManually,
  transferManually,
} from './dashboard-actions.ts';
import type { ChooseFault } from './driver.ts';
import { Prng } from './prng.ts';
import type { Simulation } from './simulation.ts';

/*
 * How Stripe differs from an ideal one in a history: by its clock, by holds that do not say when they end, and by responses that come
 * too late. Its PRNG is its own, so the other choices of a seed do not depend on it.
 */

export class ProviderConditions {
  readonly random: Prng;
  /** Whether Stripe differs from an ideal one in this history. */
  readonly isImperfect: boolean;
  readonly #lateness: number;
  readonly #activity: number;

  constructor(seed: number) {
    this.random = new Prng(seed ^ 0xc10c);
    // 0 is the usual choice of a replayed history.
    this.isImperfect = seed !== 0 && this.random.chance(0.5);
    this.#lateness = this.isImperfect ? this.random.pick([0, 0.08, 0.2]) : 0;
    this.#activity = this.isImperfect ? this.random.pick([0, 0.05, 0.15]) : 0;
  }

  /** Sets Stripe's clock and its holds; call before anything happens at Stripe. */
  apply({ world: { stripe }, driver }: Simulation): void {
    if (!this.isImperfect) return;
    stripe.clockOffset = this.random.between(-120, 120) * SECOND;
    stripe.namesHoldEnd = this.random.chance(0.5);
    driver.log(
      `Stripe's clock differs by ${stripe.clockOffset / SECOND} s${stripe.namesHoldEnd ? '' : ', and holds do not say when they end'}`,
    );
  }

  /** Whether Stripe often performs a request only after its client has stopped waiting. */
  get hasSlowNetwork(): boolean {
    return this.#lateness > 0;
  }

  /** Adds requests to Stripe that are answered too late to the faults of a history. */
  readonly withLateAnswers =
    (choose: ChooseFault): ChooseFault =>
    (process, gate) => {
      const fault = choose(process, gate);
      const { service, writes } = gate.effect;
      if (fault !== 'none' || service !== 'stripe' || this.#lateness === 0) return fault;
      if (!this.random.chance(this.#lateness)) return fault;
      return this.random.pick(writes ? LATE : LATE_READ);
    };

  /** Now and then a bank or an operator acts at Stripe without the product. */
  async actAtProvider(simulation: Simulation): Promise<void> {
    if (this.random.chance(this.#activity))
      await this.random.pick([captureManually, refuseRefund])(simulation, this.random);
  }

  /**
   * In some histories an operator makes a payment, a transfer or a reversal that no entry can book, so reconciliation has to report
   * it. Returns whether this is one of them.
   */
  async moveMoneyManually(simulation: Simulation): Promise<boolean> {
    if (this.#activity === 0 || this.random.chance(0.5)) return false;
    for (const act of [chargeManually, transferManually, reverseManually])
      if (this.random.chance(0.7)) await act(simulation, this.random);
    return true;
  }
}

const LATE: readonly InjectedFault[] = ['tooLate', 'slow', 'slow', 'delayed'];
const LATE_READ: readonly InjectedFault[] = ['tooLate'];
