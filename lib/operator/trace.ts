import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import * as z from 'zod/mini';
import { CliError } from '../cli-error.ts';
import { nameInStage, readStageSettings } from '../settings.ts';
import { archiveKeyOf, readableStacks } from '../source-maps.ts';
import { aws } from './aws-cli.ts';
import { formatLogLine, type LogLine, readLogLine } from './log-line.ts';

export type TraceOptions = {
  readonly stage: string;
  /** The period to search, back from now: `90m`, `24h`, `7d`. */
  readonly since: string;
  readonly say: (line: string) => void;
};

type AwsCli = (...words: readonly string[]) => unknown;

/** Publishes the events of many requests in one invocation: its log lines belong to a request, its invocations do not. */
const PUBLISHER = 'publishEvents';
const IDS_PER_QUERY = 20;
/** The most lines that CloudWatch Logs Insights returns. */
const MAX_LINES = 10_000;

/**
 * Prints the log lines of a request and of everything that it caused in subscribers, from a deployed stage. Throws a
 * CliError when no line contains the id.
 */
export async function trace(id: string, { stage, since, say }: TraceOptions): Promise<void> {
  if (!/^[\w-]{8,64}$/.test(id))
    throw new CliError(`${id} is not the id of a request or a domain event.`);
  if (stage === 'local')
    throw new CliError('For the local stage, npm start prints the log lines of each request.');
  const from = Date.now() - millisecondsOf(since);
  const { region } = readStageSettings(stage);
  const ask: AwsCli = (...words) => aws(...words, '--region', region);
  const prefix = `/aws/lambda/${nameInStage(stage, '')}`;
  const lines = await linesOf(id, (ids) => linesNaming(ask, { ids, from, prefix }));
  if (lines.length === 0)
    throw new CliError(
      `No log line of ${stage} contains ${id} in the last ${since}. Lines arrive within a minute; --since 7d looks further back.`,
    );
  const readable = archives(ask, say);
  const builds = Object.fromEntries(
    lines.flatMap(({ functionName, build }) => (build ? [[functionName, build]] : [])),
  );
  for (const line of lines) {
    const build = line.build ?? builds[line.functionName];
    for (const words of formatLogLine(line, build ? readable(build) : unchanged)) say(words);
  }
}

const unchanged = (text: string) => text;

function millisecondsOf(since: string): number {
  const [, count, unit] = /^(\d{1,4})([mhd])$/.exec(since) ?? [];
  if (!count || !unit)
    throw new CliError(`--since ${since} is not a duration such as 90m, 24h or 7d.`);
  return Number(count) * { m: 60_000, h: 3_600_000, d: 86_400_000 }[unit as 'm' | 'h' | 'd'];
}

/** The lines of a request and of everything that it caused, sorted by time. */
async function linesOf(
  id: string,
  linesNaming: (ids: readonly string[]) => Promise<readonly LogLine[]>,
): Promise<readonly LogLine[]> {
  const found = new Map<string, LogLine>();
  const known = new Set<string>();
  let next = [id];
  while (next.length > 0) {
    const asked = next.slice(0, IDS_PER_QUERY);
    for (const one of asked) known.add(one);
    for (const line of await linesNaming(asked)) found.set(line.pointer, line);
    const linked = [...found.values()].flatMap((line) => linkedTo(line, { id, known }));
    next = [...new Set([...next.slice(IDS_PER_QUERY), ...linked])].filter((one) => !known.has(one));
  }
  return [...found.values()].sort((a, b) => a.at.localeCompare(b.at));
}

/** The requests that a line links to: those that known requests caused, and the one that caused the requested event. */
function linkedTo(
  { functionName, requestId, eventId, causedBy }: LogLine,
  { id, known }: { readonly id: string; readonly known: ReadonlySet<string> },
): readonly string[] {
  const isRequested = eventId === id;
  const caused = isRequested || (causedBy !== undefined && known.has(causedBy));
  return [
    ...(caused && requestId && functionName !== PUBLISHER ? [requestId] : []),
    ...(isRequested && causedBy ? [causedBy] : []),
  ];
}

const started = z.object({ queryId: z.string() });
const answered = z.object({
  status: z.string(),
  results: z._default(z.array(z.array(z.object({ field: z.string(), value: z.string() }))), []),
});

/** The lines of a stage's functions that contain one of the ids. */
async function linesNaming(
  ask: AwsCli,
  options: { readonly ids: readonly string[]; readonly from: number; readonly prefix: string },
): Promise<readonly LogLine[]> {
  const { ids, from, prefix } = options;
  const query = [
    `SOURCE logGroups(namePrefix: ['${prefix}'])`,
    'fields @timestamp, @log, @message',
    `filter ${ids.map((id) => `@message like "${id}"`).join(' or ')}`,
    'sort @timestamp asc',
    `limit ${MAX_LINES}`,
  ].join(' | ');
  const seconds = (milliseconds: number) => String(Math.floor(milliseconds / 1000));
  const { queryId } = started.parse(
    ask(
      'logs',
      'start-query',
      '--query-string',
      query,
      '--start-time',
      seconds(from),
      '--end-time',
      seconds(Date.now() + 60_000),
    ),
  );
  for (;;) {
    const answer = answered.parse(ask('logs', 'get-query-results', '--query-id', queryId));
    if (answer.status === 'Complete')
      return answer.results.map((fields) =>
        readLogLine(Object.fromEntries(fields.map(({ field, value }) => [field, value])), prefix),
      );
    if (answer.status !== 'Running' && answer.status !== 'Scheduled')
      throw new CliError(`The CloudWatch query did not complete: ${answer.status}. Try again.`);
    await setTimeout(1_000);
  }
}

const stackResource = z.object({
  StackResourceDetail: z.object({ PhysicalResourceId: z.string() }),
});

/** Returns a function that translates the stack traces of a build with its archived source maps. Without an archive they stay unchanged. */
function archives(ask: AwsCli, say: (line: string) => void): (build: string) => typeof unchanged {
  const opened = new Map<string, typeof unchanged>();
  return (build) => {
    const known = opened.get(build);
    if (known) return known;
    const folder = mkdtempSync(join(tmpdir(), 'source-maps-'));
    let readable = unchanged;
    try {
      const { StackResourceDetail: bucket } = stackResource.parse(
        ask(
          'cloudformation',
          'describe-stack-resource',
          '--stack-name',
          'CDKToolkit',
          '--logical-resource-id',
          'StagingBucket',
        ),
      );
      const file = join(folder, 'archive.gz');
      const object = ['--bucket', bucket.PhysicalResourceId, '--key', archiveKeyOf(build)];
      ask('s3api', 'get-object', ...object, file);
      readable = readableStacks(readFileSync(file));
    } catch (fault) {
      if (!(fault instanceof CliError)) throw fault;
      say(
        `Stack traces of build ${build} are not translated, because its source maps cannot be read: ${fault.message}`,
      );
    } finally {
      rmSync(folder, { recursive: true });
    }
    opened.set(build, readable);
    return readable;
  };
}
