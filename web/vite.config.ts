import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import tailwind from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { firstScreens } from './first-screens.ts';
import { manifest } from './manifest.ts';
import { stripServerFields } from './strip-server-fields.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** In development, the local system serves the API, its tools and the uploaded pictures. */
const localWorld = process.env.LOCAL_ORIGIN ?? 'http://127.0.0.1:3000';
const SERVED_BY_THE_WORLD = [
  ...['/api', '/authenticate', '/refreshToken', '/webhooks', '/_local', '/oembed'],
];

/** The oldest browsers that the app runs in. */
const OLDEST_BROWSERS = ['safari16.0', 'chrome109', 'firefox115'];

/** Puts these scripts into the document as they are: lib/security-headers.ts allows them by their hashes. */
const inlineScripts = {
  name: 'inline-scripts',
  transformIndexHtml: (html: string) =>
    html.replace(
      /<!--(old-browser|head|outline)\.js-->/g,
      (_, name) => `<script>${readFileSync(here(`./${name}.js`), 'utf8')}</script>`,
    ),
};

/** Puts the app's style sheet into the document, so that the first paint waits for no second request. */
const inlineStyles: Plugin = {
  name: 'inline-styles',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (html, { bundle = {} }) =>
      html.replace(/<link rel="stylesheet"[^>]* href="\/(assets\/[\w.-]+\.css)">/, (_, file) => {
        const sheet = bundle[file];
        if (sheet?.type !== 'asset') throw new Error(`The build has no ${file}.`);
        delete bundle[file];
        return `<style>${String(sheet.source).trim()}</style>`;
      }),
  },
};

/**
 * The chunks that screens share. Few, because a small file compresses badly and costs a request; and the libraries of
 * every screen in chunks of their own, which stay cached when the app changes.
 */
const CHUNKS = [
  // In one chunk with zod-without-eval, so that its setting applies before the first schema.
  { name: 'zod', test: /node_modules\/zod\/|zod-without-eval/ },
  {
    name: 'react',
    test: /node_modules\/(react|react-dom|scheduler|react-router|@tanstack\/(react-)?query[^/]*|use-sync-external-store|cookie|set-cookie-parser)\//,
  },
  // All but its first module, which stays the entry.
  { name: 'app', tags: ['$initial' as const], test: /(?<!src\/main)\.(tsx?|m?js)$/ },
  { name: 'react-hook-form', test: /node_modules\/(react-hook-form|@hookform)\// },
  {
    name: 'forms',
    test: /src\/forms\/submission|src\/shell\/FormPage|src\/ui\/(Field|TextInput|TextArea|CharCount|FormShell)\./,
  },
  {
    name: 'content',
    test: /src\/api\/(requested-polls|screen-loader|use-now|viewer)\.|src\/path-parameters|src\/shell\/(QueryPage|dates)\.|src\/ui\/(List|Chip|Money|LoadMore|lazy-part)\./,
  },
  // Lists and chats that load further pages. The home screen has none.
  { name: 'virtual-rows', test: /src\/ui\/(use-virtual-rows|virtual-rows)\./ },
  {
    name: 'lists',
    test: /src\/shell\/PagedList\.|src\/ui\/(SteadyRows|VirtualList|pointer-press)\./,
  },
  { name: 'clean-fragment', test: /src\/ui\/(clean-fragment|own-picture|link-address)\./ },
  // All but the definitions that the home screen does not need.
  {
    name: 'shared',
    test: /\/shared\/(?!api\/(auth|blocks|chat-messages|clarifications|conversation-(messages|payments)|draft-entities|drafts|groups|message-entities|own-password|passkeys|pending-inbox|phone-change|profile-changes|social-links|usernames)\.|rules\/(auth|payouts)\/|rules\/conversations\/prompt|list-field)/,
    minShareCount: 6,
  },
  { name: 'messages', test: /shared\/api\/(conversation-messages|message-entities)\./ },
  { name: 'icons', test: /node_modules\/lucide-react\//, minShareCount: 3 },
  { name: 'stored-draft', test: /src\/forms\/(stored-draft|use-draft)\./ },
  { name: 'stored-list', test: /src\/api\/(stored-list|use-online)\./ },
  { name: 'typed-text', test: /src\/features\/chat\/pages\/viewer\/(chat-drafts|message-html)\./ },
  // After all others, because a group takes along what its modules import.
  {
    name: 'chat',
    test: /src\/features\/chat\/(room|room-query|ChatPortrait|chat-words)\.|src\/features\/chat\/pages\/viewer\/(ChatGate|chat-queries)\.|shared\/api\/chat-messages\./,
  },
];

export default defineConfig({
  root: here('.'),
  publicDir: here('./public'),
  plugins: [
    react(),
    tailwind(),
    inlineScripts,
    inlineStyles,
    firstScreens(),
    stripServerFields(),
    VitePWA({
      strategies: 'injectManifest',
      srcDir: 'src',
      filename: 'sw.ts',
      injectRegister: false,
      manifest,
      includeManifestIcons: false,
      injectManifest: {
        // All code and the fonts of every screen. src/sw.ts caches the shell first, and the screens while the app is idle.
        globPatterns: ['index.html', 'assets/*.{js,css}', 'assets/*-normal-*.woff2'],
      },
      devOptions: { enabled: false },
    }),
  ],
  build: {
    outDir: here('../dist/web'),
    emptyOutDir: true,
    // docs/product/browsers.md#supported-browsers
    target: OLDEST_BROWSERS,
    cssTarget: OLDEST_BROWSERS,
    assetsInlineLimit: 0,
    sourcemap: true,
    rolldownOptions: {
      input: { main: here('./index.html') },
      output: {
        codeSplitting: { groups: CHUNKS },
        // Content blockers block files by words in their names, such as `/assets/analytics-`: the names say nothing.
        hashCharacters: 'hex',
        entryFileNames: 'assets/[hash:12].js',
        chunkFileNames: 'assets/[hash:12].js',
      },
    },
  },
  server: {
    proxy: Object.fromEntries(
      // It answers its own pages alone.
      SERVED_BY_THE_WORLD.map((path) => [
        path,
        { target: localWorld, headers: { origin: localWorld } },
      ]),
    ),
  },
});
