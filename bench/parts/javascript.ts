import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { buildWeb } from '#lib/local/builds.ts';
import { Shutdown } from '#lib/local/shutdown.ts';
import { screenFiles } from '#lib/screen-files.ts';

/* Measures the JavaScript of some screens, in kilobytes after gzip. Prints JSON. */

const SCREENS = [
  'accounts/Dashboard',
  'conversations/Inbox',
  'conversations/Orders',
  'conversations/OrderViewer',
  'conversations/PaidReply',
  'chat/ChatViewer',
  'search/UserSearch',
];

const directory = await buildWeb(new Shutdown());
const kilobytes = (screen?: string) =>
  Math.round(
    screenFiles(directory, screen).reduce(
      (sum, file) => sum + gzipSync(readFileSync(file), { level: 9 }).length,
      0,
    ) / 1_000,
  );
const figures = SCREENS.map((screen) => [screen, kilobytes(screen)]);
process.stdout.write(
  JSON.stringify({ 'the app itself': kilobytes(), ...Object.fromEntries(figures) }),
);
