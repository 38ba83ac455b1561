import { scryptSync } from 'node:crypto';
import { join } from 'node:path';
import { DynamoDBDocumentClient, paginateScan, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { PATIENCE_MS } from '@replypaid/test-browser/patience';
import { clientOf, startEngine } from '#lib/local/engine.ts';
import { startLocal, TABLE_NAME } from '#lib/local/local.ts';
import { DEMO_PASSWORD } from '#lib/local/seed/demo.ts';

/* Creates the seed data of `npm start` in the given folder and exits. planted-world.ts runs it. */

const folder = String(process.argv[2]);
const local = await startLocal({
  folder,
  port: 0,
  web: false,
  quiet: true,
  gatewayTimeoutMs: PATIENCE_MS,
});
await local.stop();
await makeSignInsCheap();

/**
 * Stores the demo password with a low scrypt cost. A hash is checked with its own parameters, and at the product's
 * cost each of the many sign-ins of the browser tests would take a third of a second of the processor.
 */
async function makeSignInsCheap(): Promise<void> {
  const [logN, r, p] = [10, 8, 1];
  const hash = scryptSync(DEMO_PASSWORD, 'salt', 32, { N: 2 ** logN, r, p });
  const salt = Buffer.from('salt').toString('base64url');
  const cheap = ['scrypt', logN, r, p, salt, hash.toString('base64url')].join('$');
  const engine = await startEngine({ file: join(folder, 'table.db') });
  const documents = DynamoDBDocumentClient.from(clientOf(engine.url));
  const users = {
    TableName: TABLE_NAME,
    FilterExpression: 'sk = :user AND attribute_exists(passwordHash)',
    ExpressionAttributeValues: { ':user': 'USER' },
  };
  for await (const { Items = [] } of paginateScan({ client: documents }, users))
    for (const { pk, sk } of Items)
      await documents.send(
        new UpdateCommand({
          TableName: TABLE_NAME,
          Key: { pk, sk },
          UpdateExpression: 'SET passwordHash = :cheap',
          ExpressionAttributeValues: { ':cheap': cheap },
        }),
      );
  documents.destroy();
  await engine.stop();
}
