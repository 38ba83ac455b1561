import { setTimeout as pause } from 'node:timers/promises';
import { type Engine, engineUrl, externalEngine, freePort, launchEngine } from './engine.ts';
import type { FaultReporter } from './faults.ts';
import type { Shutdown } from './shutdown.ts';

/** Milliseconds between a process that did not start and the next one; doubled each time. */
const [FIRST_PAUSE, LONGEST_PAUSE] = [100, 5_000];

/** An engine whose process is replaced when it ends. */
export type SupervisedEngine = Pick<Engine, 'url'> & {
  /** How often it has been restarted since this start. */
  readonly restarts: () => number;
};

type SupervisorOptions = {
  /** Where the engine stores its data. */
  readonly file: string;
  /** Called with each process of the engine, before it answers. */
  readonly onLaunch: (pid: number) => void;
  readonly onFault: FaultReporter;
};

/**
 * Starts the engine of a file, and starts it again at the same address whenever its process ends, until the shutdown. What it has
 * acknowledged is in the file. An engine that DYNAMODB_ENDPOINT names is used as it is. Throws a CliError if the engine does not
 * start the first time.
 */
export async function superviseEngine(
  { file, onLaunch, onFault }: SupervisorOptions,
  shutdown: Shutdown,
): Promise<SupervisedEngine> {
  const external = externalEngine();
  if (external) return { url: external.url, restarts: () => 0 };
  const port = await freePort();
  const launch = () => {
    const launched = launchEngine(port, file);
    if (launched.pid) onLaunch(launched.pid);
    return launched;
  };
  let engine = launch();
  let restarts = 0;
  shutdown.add(() => engine.stop());
  await engine.ready;

  const restart = async () => {
    for (let wait = FIRST_PAUSE; !shutdown.hasBegun; wait = Math.min(2 * wait, LONGEST_PAUSE)) {
      try {
        engine = launch();
        await engine.ready;
        restarts += 1;
        return;
      } catch (fault) {
        if (!shutdown.hasBegun) onFault(fault);
        await pause(wait, undefined, { ref: false });
      }
    }
  };
  const keepRunning = async () => {
    while (!shutdown.hasBegun) {
      await engine.ended;
      if (shutdown.hasBegun) return;
      onFault(new Error('The database engine ended. It is started again.'));
      await restart();
    }
  };
  void keepRunning();
  return { url: engineUrl(port), restarts: () => restarts };
}
