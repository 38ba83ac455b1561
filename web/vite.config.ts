import { fileURLToPath } from 'node:url';
import tailwind from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { INLINE_SCRIPTS, inlineScript } from '#lib/inline-scripts.ts';
import { firstScreens, firstScreensOf, type Modules } from './first-screens.ts';
import { iconImports } from './icon-imports.ts';
import { manifest } from './manifest.ts';
import { pdfParts } from './pdf-parts.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** In development, the local system serves the API, its tools and the uploaded pictures. */
const localWorld = process.env.LOCAL_ORIGIN ?? 'http://127.0.0.1:3000';
const SERVED_BY_THE_WORLD = [
  '/api',
  '/authenticate',
  '/refreshToken',
  '/webhooks',
  '/_local',
  '/oembed',
];

/** The oldest browsers that the app runs in. */
const OLDEST_BROWSERS = ['safari16.0', 'chrome109', 'firefox115'];

/** Puts these scripts into the document: lib/security-headers.ts allows them by their hashes. */
const inlineScripts = {
  name: 'inline-scripts',
  transformIndexHtml: (html: string) =>
    INLINE_SCRIPTS.reduce(
      (document, name) =>
        document.replace(`<!--${name}.js-->`, () => `<script>${inlineScript(name)}</script>`),
      html,
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

/** The modules of forms. Many screens have a form, but not those that are opened first. */
const FORMS =
  /node_modules\/(react-hook-form|@hookform)\/|src\/forms\/(draft-form|submission|PriceInput|RichTextField)|src\/features\/.*(Form|Fields?)\.tsx$/;
/** Long lists, with the package that chooses their rows. Many screens have one, but home does not. */
const LISTS = /@tanstack\/(react-)?virtual|\/(PagedList|VirtualList|use-virtual-rows)\.tsx?$/;

/** The icons. One alone is too small for a file of its own. */
const ICONS = /node_modules\/lucide-react\//;

const isShared = (id: string) => !FORMS.test(id) && !LISTS.test(id);

const firstScreensWith = firstScreensOf();

/**
 * The chunks that screens share. The libraries of every screen have chunks of their own, which stay cached when the app changes. What at
 * least three of the screens that are opened first use is one chunk, with all of their icons. What none of them uses and at
 * least eight others do is another, which they do not load: together they would be one chunk that makes home and the inbox
 * 15 kB larger.
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
  {
    debugName: 'first',
    name: (id: string, modules: Modules) =>
      isShared(id) && firstScreensWith(id, modules) >= (ICONS.test(id) ? 1 : 3) ? 'first' : null,
  },
  {
    debugName: 'common',
    name: (id: string, modules: Modules) =>
      isShared(id) && firstScreensWith(id, modules) === 0 ? 'common' : null,
    minShareCount: 8,
  },
  { name: 'icons', test: ICONS, minShareCount: 2 },
  { name: 'lists', test: LISTS },
  // Without what they import, which screens without a form need as well.
  { name: 'forms', test: FORMS, minShareCount: 8, includeDependenciesRecursively: false },
];

/** In a folder of its own, which the service worker does not load ahead. */
const OF_PDFS = /node_modules\/pdfjs-dist\//;

export default defineConfig({
  root: here('.'),
  publicDir: here('./public'),
  plugins: [
    react(),
    tailwind(),
    iconImports(),
    pdfParts,
    inlineScripts,
    inlineStyles,
    firstScreens(),
    VitePWA({
      strategies: 'injectManifest',
      srcDir: 'src',
      filename: 'sw.ts',
      injectRegister: false,
      manifest,
      includeManifestIcons: false,
      injectManifest: {
        // All code and the fonts of every screen, without pdf.js, which few people need and which is cached once it was used. src/sw.ts caches the shell first, and the screens while the app is idle.
        globPatterns: ['index.html', 'assets/*.{js,css}', 'assets/*-normal-*.woff2'],
      },
      devOptions: { enabled: false },
    }),
  ],
  // The worker that draws PDFs.
  worker: {
    format: 'es',
    rolldownOptions: {
      output: { hashCharacters: 'hex', entryFileNames: 'assets/pdf/[hash:12].js' },
    },
  },
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
        chunkFileNames: ({ moduleIds }) =>
          moduleIds.some((id) => OF_PDFS.test(id))
            ? 'assets/pdf/[hash:12].js'
            : 'assets/[hash:12].js',
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
