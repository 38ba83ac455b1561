import { startLocal } from '../../lib/local/local.ts';

/* Creates the seed data of `npm start` in the given folder and exits. planted-world.ts runs it. */

const local = await startLocal({
  folder: String(process.argv[2]),
  port: 0,
  web: false,
  quiet: true,
});
await local.stop();
