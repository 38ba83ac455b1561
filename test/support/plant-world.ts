import { startLocal } from '../../lib/local/local.ts';

/* Plants the small world that `npm start` begins with in the folder that is named, and ends. For planted-world.ts. */

const local = await startLocal({
  folder: String(process.argv[2]),
  port: 0,
  web: false,
  quiet: true,
});
await local.stop();
