import type { KnipConfig } from 'knip';
import { functionDefinitions } from '#shared/api/all-functions.ts';

/* What `npm run check:unused` reports: files that nothing loads, exports that nothing imports, packages that nothing uses. */

const config: KnipConfig = {
  workspaces: {
    '.': {
      entry: [
        // cdk.json
        'bin/replypaid.ts',
        // Found by the names of their definitions.
        ...[...functionDefinitions.keys()].map((name) => `functions/${name}.ts`),
        // bench/run.ts starts them as processes.
        'bench/{parts/*,*-server,plain-handler}.ts',
        // The pages of the local product load them.
        'lib/local/page/{page,desk,waiting}.{js,css}',
        // Drew the portraits and the files of the demo people, and are run by hand.
        'lib/local/seed/{files,portraits}/draw.ts',
        // The document of the web app has them as text, and other sites load embed.js.
        'web/{head,old-browser,outline}.js',
        'web/public/embed.js',
        // web/gallery.html
        'web/src/gallery.tsx',
        // Another browser has it as text.
        'test/engines/in-page.js',
        // A process of tests.
        'test/support/plant-world.ts',
        // Imported by the test that a failed history prints.
        'test/simulation/replay.ts',
        // Named by package.json, by jest.config.js and by the configurations of Stryker.
        'test/support/quick-tests.cjs',
        'test/support/stages/{play-in-memory,say-what-is-left-out}.ts',
        'test/support/stryker-*.js',
      ],
      project: ['{bench,bin,functions,lib,shared,test,web}/**/*.{ts,tsx,js,cjs,css}'],
      ignoreDependencies: [
        // Their files are read by path.
        '@expo-google-fonts/.+',
        'caniemail',
        'chromium-109',
      ],
      // For DynamoDB Local, which people install themselves.
      ignoreBinaries: ['java'],
    },
    'packages/stripe-emulator': {
      // Bundled for the browser by src/browser/files.ts.
      entry: ['src/browser/{stripe-js,card-field,authentication,wallet-buttons,wallet-sheet}.ts'],
      project: ['**/*.{ts,js}'],
    },
    'packages/test-browser': {
      project: ['**/*.{ts,js}'],
      // A process of its own imports it, with an environment of its own.
      ignoreDependencies: ['@sparticuz/chromium'],
    },
  },
};

export default config;
