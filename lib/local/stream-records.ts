import { existsSync } from 'node:fs';

/*
 * The stream records in the file of the embedded engine, which is a SQLite database. The engine computes the next sequence number
 * from all of them at each write, and never deletes one.
 */

/** How long DynamoDB keeps a stream record, in seconds. */
const RETENTION = 24 * 60 * 60;
/** The newest records are kept even if they are older, because the product may have been off before it had read them. */
const KEPT = 10_000;

/**
 * The index answers the engine's query for the highest number without a scan. The trigger deletes up to ten expired records at
 * each write, in the same transaction; an older file with many of them shrinks by and by.
 */
const SCHEMA = `
  CREATE INDEX IF NOT EXISTS _stream_records_by_number
    ON _stream_records (table_name, CAST(sequence_number AS INTEGER));
  CREATE TRIGGER IF NOT EXISTS _trim_stream_records AFTER INSERT ON _stream_records BEGIN
    DELETE FROM _stream_records WHERE id IN (
      SELECT id FROM _stream_records WHERE id <= NEW.id - ${KEPT} ORDER BY id LIMIT 10
    ) AND created_at < NEW.created_at - ${RETENTION};
  END;`;

/**
 * Adds the index and the trigger to the file of a running engine, so that its writes stay fast however long it is used. A file that
 * is missing belongs to another engine, which needs neither.
 */
export async function trimStreamRecords(file: string): Promise<void> {
  if (!existsSync(file)) return;
  const { default: Database } = await import('libsql');
  const database = new Database(file, { timeout: 5_000 });
  try {
    database.exec(SCHEMA);
  } finally {
    database.close();
  }
}
