import { DeleteCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import type { BookedEntry } from '#functions/storage/ledger/ledger.ts';
import { documents } from '#functions/storage/table.ts';
import type { Posting } from '#shared/rules/ledger/ledger.ts';
import { HOUR } from '#shared/time.ts';
import type { Item } from './engine.ts';
import { contextOf, jobHandler } from './handlers.ts';
import { clock } from './simulation.ts';

/* What the two checks of the reconciliation share: a run from a certain time, and changes of the ledger before it. */

/** The steps of entries that no difference between the ledger, Stripe and a conversation can show. */
const NOT_COMPARED = /^(payout|payoutFailed|referral|referralTakenBack|writtenOff)$/;
/** The accounts that are compared for a conversation; for other entries it is only the money at Stripe. */
const COMPARED = /^(card:clearing|held|platform:fees|platform:claims|platform:review|user:.*)$/;

export type Entry = BookedEntry & Item;
export const stepOf = ({ cause }: Pick<Entry, 'cause'>): string =>
  cause.slice(0, cause.indexOf(':'));
export const isCompared = (entry: Entry): boolean => !NOT_COMPARED.test(stepOf(entry));

/** The postings of an entry to accounts that are compared. */
export const comparedPostings = ({ conversationId, postings }: Entry): readonly Posting[] =>
  postings.filter(({ account }) => (conversationId ? COMPARED : /^card:clearing$/).test(account));

const TableName = process.env.TABLE_NAME;

export async function putItem(item: Item): Promise<void> {
  await documents.send(new PutCommand({ TableName, Item: item }));
  untilItIsSeen();
}

export async function deleteItem({ pk, sk }: Pick<Item, 'pk' | 'sk'>): Promise<void> {
  await documents.send(new DeleteCommand({ TableName, Key: { pk, sk } }));
  untilItIsSeen();
}

/** A read may lag behind writes at the same time. */
const untilItIsSeen = () => clock.moveTo(clock.now() + 1);

const context = contextOf(() => 900_000);

/** Whether a run that begins at `from`, with windows of this span at first, reports a difference. Other errors are thrown. */
export async function findsDifference(from: number, span = 24 * HOUR): Promise<boolean> {
  const reconcileLedger = await jobHandler('reconcileLedger');
  const until = new Date(from).toISOString();
  await putItem({ pk: 'RECONCILED', sk: 'RECONCILED', until, span });
  try {
    await reconcileLedger({}, context);
    return false;
  } catch (fault) {
    if (/^differences between/.test((fault as Error).message)) return true;
    throw fault;
  }
}
