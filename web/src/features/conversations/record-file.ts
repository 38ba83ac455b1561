import type { Output } from '#shared/api/operation.ts';
import { viewConversationRecord } from '#shared/api/records.ts';
import { query } from '../../api/queries.ts';
import { saveFile } from '../../api/save-file.ts';

export type RecordData = Output<typeof viewConversationRecord>['data'][number];

export const recordQuery = (conversationId: string) =>
  query(viewConversationRecord, { conversationId });

/** Saves a loaded record as a JSON file. Needs no connection. */
export const saveRecord = (record: RecordData): void =>
  saveFile(JSON.stringify(record, null, 2), {
    name: `replypaid-record-${record.conversationId}.json`,
    type: 'application/json',
  });
