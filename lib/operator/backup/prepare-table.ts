import * as z from 'zod';
import { CliError } from '../../cli-error.ts';
import { createTable, tableRequest } from '../../local/engine.ts';
import { TABLE } from '../../table.ts';
import { aws } from '../aws-cli.ts';
import { type LeftOut, leftOutAs } from './what-is-kept.ts';
import { allItems, atOnce, type Place, removeItem } from './whole-table.ts';

/*
 * Makes a table fit to be a stage's: a new one, for an import, or one that AWS restored to an earlier moment, which comes
 * without stream, time to live, point-in-time recovery and protection.
 */

const described = z.object({
  Table: z.object({
    TableStatus: z.string(),
    DeletionProtectionEnabled: z.boolean().optional(),
    StreamSpecification: z.object({ StreamViewType: z.string() }).optional(),
    LatestStreamLabel: z.string().optional(),
    GlobalSecondaryIndexes: z.array(z.object({ IndexName: z.string() })).default([]),
  }),
});

/** What the settings of a stage say about a table that it is to use. */
export type RestoredTable = { readonly name: string; readonly streamLabel: string };

/** A table of the engine on this machine. */
export const prepareLocalTable = (tableName: string): Promise<void> =>
  createTable(process.env.AWS_ENDPOINT_URL_DYNAMODB ?? '', tableName);

/**
 * Makes the table where it is missing, and gives it all that the stage's own table has. Safe to run again. Throws a
 * CliError for a table of another shape.
 */
export function prepareTable(tableName: string, region: string): RestoredTable {
  const named = ['--table-name', tableName, '--region', region] as const;
  const wait = () => aws('dynamodb', 'wait', 'table-exists', ...named);
  const describe = () => described.parse(aws('dynamodb', 'describe-table', ...named)).Table;
  if (!exists(tableName, region)) {
    const request = JSON.stringify(tableRequest(tableName, { stream: true }));
    aws('dynamodb', 'create-table', '--region', region, '--cli-input-json', request);
  }
  wait();
  const { StreamSpecification: stream, ...table } = describe();
  const indexes = table.GlobalSecondaryIndexes.map(({ IndexName: name }) => name);
  const missing = TABLE.indexes.filter(({ name }) => !indexes.includes(name));
  if (missing.length > 0)
    throw new CliError(
      `${tableName} has no index ${missing.map(({ name }) => name).join(', ')}: restore it with all indexes.`,
    );
  if (stream && stream.StreamViewType !== TABLE.stream)
    throw new CliError(`The stream of ${tableName} shows ${stream.StreamViewType}: turn it off.`);
  if (!stream) {
    const shows = `StreamEnabled=true,StreamViewType=${TABLE.stream}`;
    aws('dynamodb', 'update-table', ...named, '--stream-specification', shows);
    wait();
  }
  if (!table.DeletionProtectionEnabled) {
    aws('dynamodb', 'update-table', ...named, '--deletion-protection-enabled');
    wait();
  }
  expireItems(named);
  const recovery = 'PointInTimeRecoveryEnabled=true';
  aws(
    ...['dynamodb', 'update-continuous-backups', ...named],
    ...['--point-in-time-recovery-specification', recovery],
  );
  const { LatestStreamLabel: streamLabel } = describe();
  if (!streamLabel) throw new CliError(`${tableName} has no stream yet: start this again.`);
  return { name: tableName, streamLabel };
}

function exists(tableName: string, region: string): boolean {
  try {
    aws('dynamodb', 'describe-table', '--table-name', tableName, '--region', region);
    return true;
  } catch (fault) {
    if (String(fault).includes('ResourceNotFoundException')) return false;
    throw fault;
  }
}

const timeToLive = z.object({
  TimeToLiveDescription: z.object({ TimeToLiveStatus: z.string() }),
});

/** AWS refuses to turn on what is on. */
function expireItems(named: readonly string[]): void {
  const { TimeToLiveDescription: now } = timeToLive.parse(
    aws('dynamodb', 'describe-time-to-live', ...named),
  );
  if (now.TimeToLiveStatus.startsWith('ENABL')) return;
  const wanted = `Enabled=true,AttributeName=${TABLE.timeToLive}`;
  aws('dynamodb', 'update-time-to-live', ...named, '--time-to-live-specification', wanted);
}

/**
 * Takes out of a table what no backup holds: AWS restores that too. Above all sessions, one of which may have been ended
 * since because somebody had a copy of it. Answers how many of each went.
 */
export async function forgetWhatIsLeftOut(
  place: Place,
): Promise<Readonly<Partial<Record<LeftOut, number>>>> {
  const gone: Partial<Record<LeftOut, number>> = {};
  const doomed = async function* () {
    for await (const item of allItems(place)) if (leftOutAs(item)) yield item;
  };
  await atOnce(doomed(), async (item) => {
    const what = leftOutAs(item);
    await removeItem(place, item);
    if (what) gone[what] = (gone[what] ?? 0) + 1;
  });
  return gone;
}
