import './environment.ts';
import { fromIso } from '../../shared/time.ts';
import { reseed, takeOverChance } from './chance.ts';
import { type EngineName, openEngine, type TableEngine } from './engine.ts';
import { takeOverPlaces } from './places.ts';
import { clock, processes, Stage } from './stage.ts';

/* Where histories are played: one a program, one history after the other. */

let playing: Stage | undefined;
let opened: { readonly engine: TableEngine } | undefined;
let played = 0;

export const MORNING = fromIso('2026-11-02T09:00:00.000Z');

/** Opens the theatre with the table of an engine. Once a program. */
export async function open(name: EngineName): Promise<TableEngine> {
  if (opened) throw new Error('the theatre is open already');
  const engine = await openEngine(name);
  opened = { engine };
  takeOverPlaces(
    processes,
    () => {
      if (!playing) throw new Error('nothing is played');
      return playing.world;
    },
    engine.answer,
  );
  takeOverChance(clock, processes);
  return engine;
}

/** An empty stage at `morning`; chance comes from this seed. Whatever was played before leaves no trace. */
export async function nextStage(seed: number, morning: number = MORNING): Promise<Stage> {
  if (!opened) throw new Error('the theatre is closed');
  played += 1;
  processes.clear();
  reseed(seed);
  clock.set(morning);
  playing = undefined;
  await opened.engine.begin();
  // Another address is another provider to the product's own client, which keeps what it learned of one.
  process.env.STRIPE_API_BASE = `http://stripe-${played}`;
  playing = new Stage(played);
  return playing;
}

export async function close(): Promise<void> {
  await opened?.engine.stop();
}
