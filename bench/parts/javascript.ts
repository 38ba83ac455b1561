import { buildWeb } from '#lib/local/builds.ts';
import { Shutdown } from '#lib/local/shutdown.ts';
import { routeWeights } from '../route-bytes.ts';

/* Measures the JavaScript of some screens, in kilobytes after gzip. Prints JSON. */

const SCREENS = [
  'the app itself',
  'accounts/Dashboard',
  'conversations/Inbox',
  'conversations/Orders',
  'conversations/OrderViewer',
  'conversations/PaidReply',
  'chat/ChatViewer',
  'search/UserSearch',
];

const weights = routeWeights(await buildWeb(new Shutdown()));
const kilobytes = SCREENS.map((name) => {
  const weight = weights[name];
  if (!weight) throw new Error(`there is no screen ${name}`);
  return [name, Math.round(weight.bytes / 1_000)] as const;
});
process.stdout.write(JSON.stringify(Object.fromEntries(kilobytes)));
