import { execFileSync } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { bundleSimulation, deleteBundle, ROOT } from './bundle.ts';
import { runBundle } from './bundle-runner.ts';

/*
 * Runs new seeds for hours on all processors, each batch of seeds in a new process. The first failure of each invariant is
 * shrunk and printed.
 */

/** The seeds of a process: it takes about a second to start, and runs some histories a second. */
const BATCH = 200;
const MINUTE = 60_000;

const print = (text: string) => process.stdout.write(`${text}\n`);
const count = (number: number) => number.toLocaleString('en-US');

class LongRun {
  histories = 0;
  crashes = 0;
  failures = 0;
  #next: number;
  readonly #started = performance.now();
  /** The invariants that were violated; the first failure of each was printed. */
  readonly #violated = new Set<string>();

  constructor(
    private readonly bundle: string,
    private readonly first: number,
    private readonly maxViolated: number,
  ) {
    this.#next = first;
  }

  get minutes(): number {
    return (performance.now() - this.#started) / MINUTE;
  }

  /** Runs one batch after the other for this long. */
  async work(minutes: number): Promise<void> {
    while (this.minutes < minutes && this.#violated.size < this.maxViolated) {
      const first = this.#next;
      this.#next += BATCH;
      await this.#runBatch(`${first}-${first + BATCH - 1}`);
    }
  }

  async #runBatch(seeds: string): Promise<void> {
    try {
      const args = ['--seeds', seeds, '--max-failures', String(BATCH)];
      const { report } = await runBundle(this.bundle, ...args);
      const { 'fault crashBefore': before = 0, 'fault crashAfter': after = 0 } = report.coverage;
      this.histories += report.histories;
      this.crashes += before + after;
      this.failures += report.failures.length;
      for (const { name, violations } of report.failures)
        await this.#printFirst(violations[0] ?? '', () => this.#shrunk(name));
    } catch (fault) {
      this.failures += 1;
      const text = `noReport: the process of the seeds ${seeds} ended: ${fault}`;
      await this.#printFirst(text, async () => text);
    }
  }

  async #printFirst(violation: string, text: () => Promise<string>): Promise<void> {
    const invariant = violation.split(':')[0] ?? '';
    if (this.#violated.has(invariant)) return;
    this.#violated.add(invariant);
    print(await text());
  }

  /** `name`: contains the seed of the failure. */
  async #shrunk(name: string): Promise<string> {
    const [seed = ''] = name.match(/\d+/) ?? [];
    return (await runBundle(this.bundle, '--seed', seed, '--shrink')).output;
  }

  printProgress(): void {
    const { histories, failures, minutes } = this;
    const rate = (histories / minutes / 60).toFixed(1);
    print(
      `${Math.round(minutes)} min: ${count(histories)} histories, ${rate} a second, ${failures} failed`,
    );
  }

  /** Prints a row for the table "Long runs" in docs/simulation.md. */
  printSummary(): void {
    const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], {
      cwd: ROOT,
      encoding: 'utf8',
    });
    const cells = [
      new Date().toISOString().slice(0, 10),
      commit.trim(),
      `${this.first}-${this.#next - 1}`,
      count(this.histories),
      count(this.crashes),
      (this.minutes / 60).toFixed(2),
      String(this.failures),
    ];
    print(
      '\nThe row for docs/simulation.md:\n| Date | Commit | Seeds | Histories | Crashes | Hours | Failed |',
    );
    print(`| ${cells.join(' | ')} |`);
  }
}

/**
 * Runs new seeds from `first` for some hours, or until so many invariants were violated. Returns the number of failures.
 */
export async function runForHours(
  hours: number,
  first: number,
  maxViolated: number,
): Promise<number> {
  const bundle = await bundleSimulation();
  const run = new LongRun(bundle, first, maxViolated);
  print(`new seeds from ${first} for ${hours} hours, ${availableParallelism()} at a time`);
  const progress = setInterval(() => run.printProgress(), MINUTE);
  await Promise.all(Array.from({ length: availableParallelism() }, () => run.work(hours * 60)));
  clearInterval(progress);
  await deleteBundle(bundle);
  run.printSummary();
  return run.failures;
}
