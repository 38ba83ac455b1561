import './environment.ts';
import { forgetCalls } from '#functions/storage/limits.ts';
import { interceptClients } from './client-interceptors.ts';
import { FIRST_MORNING } from './clock.ts';
import { makeDeterministic, reseed } from './deterministic-globals.ts';
import { type EngineName, openEngine, type TableEngine } from './engine.ts';
import { checkInvariants } from './invariants/registry.ts';
import { interceptOtherServices } from './other-services.ts';
import { clock, processes, Simulation } from './simulation.ts';
import { TransientFaults } from './transient-faults.ts';

/* Starts histories, one after the other, in one process. */

let current: Simulation | undefined;
let openedEngine: { readonly engine: TableEngine } | undefined;
let startedCount = 0;

/** Opens the runner with a table engine; call once per process. */
export async function openRunner(name: EngineName): Promise<TableEngine> {
  if (openedEngine) throw new Error('the runner is open already');
  const engine = await openEngine(name);
  openedEngine = { engine };
  const world = () => {
    if (!current) throw new Error('no simulation has started');
    return current.world;
  };
  interceptOtherServices(processes, world);
  interceptClients(processes, world, engine.answer);
  makeDeterministic(clock, processes);
  return engine;
}

/** Starts an empty simulation at `morning` with this seed. Earlier simulations have no effect on it. */
export async function startSimulation(
  seed: number,
  morning: number = FIRST_MORNING,
  transientFaults: TransientFaults = new TransientFaults(undefined),
): Promise<Simulation> {
  if (!openedEngine) throw new Error('the runner is not open');
  startedCount += 1;
  processes.clear();
  reseed(seed);
  clock.set(morning);
  forgetCalls();
  current = undefined;
  const { random, rates } = transientFaults;
  await openedEngine.engine.begin(
    rates.lag > 0 ? { lag: rates.lag, random, now: clock.now } : undefined,
  );
  // The product's Stripe client caches data per address, so each simulation has its own address.
  process.env.STRIPE_API_BASE = `http://stripe-${startedCount}`;
  const simulation = new Simulation(transientFaults);
  const { engine } = openedEngine;
  simulation.checkInvariants = async (state) =>
    checkInvariants(simulation, state, await engine.dump());
  current = simulation;
  return simulation;
}

export async function closeRunner(): Promise<void> {
  await openedEngine?.engine.stop();
}
