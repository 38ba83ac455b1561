import { buildWeb } from './lib/local/builds.ts';
import { Shutdown } from './lib/local/shutdown.ts';
import { screenFiles } from './lib/screen-files.ts';

/*
 * The size limits of `npm run size`: how much a browser loads before a person sees something, after Brotli. On a slow
 * connection of 50 kB a second each 5 kB are a tenth of a second. Most of the app is React, its router and the query
 * library.
 */

const WEB = await buildWeb(new Shutdown());

export default [
  {
    name: 'The document with the outlines of all screens',
    path: `${WEB}/index.html`,
    // CloudFront compresses faster and less well: 31 kB, which arrive within 1.2 seconds with 600 ms to the server.
    limit: '28 kB',
  },
  { name: 'The app itself', path: screenFiles(WEB), limit: '150 kB' },
  { name: 'Home', path: screenFiles(WEB, 'accounts/Dashboard'), limit: '199 kB' },
  { name: 'The inbox', path: screenFiles(WEB, 'conversations/Inbox'), limit: '194 kB' },
  { name: 'A letter', path: screenFiles(WEB, 'conversations/OrderViewer'), limit: '223 kB' },
  {
    name: 'An answer to a claim, the largest screen',
    path: screenFiles(WEB, 'conversations/ContestClaim'),
    limit: '243 kB',
  },
  { name: 'A chat', path: screenFiles(WEB, 'chat/ChatViewer'), limit: '231 kB' },
];
