import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { codeOf, filesUnder, ROOT, type SourceFile, sourceFiles } from './source-files.ts';

/** Files whose default export is loaded by a tool. */
const DEFAULT_EXPORTS = [
  'web/vite.config.ts',
  'test/support/start-engine.ts',
  'test/support/stages/say-what-is-left-out.ts',
  'test/support/stop-engine.ts',
  'test/support/stop-product.ts',
  'test/support/build-product.ts',
  'test/support/build-deployed.ts',
  'test/simulation/make-bundle.ts',
  'test/simulation/remove-bundle.ts',
  'test/cloud/make-template-folder.ts',
  'test/cloud/remove-template-folder.ts',
];

const paths = (files: readonly SourceFile[]) => files.map(({ path }) => path);

/** Returns `file: match` for each match of `pattern` in the code of these files. */
const found = (files: readonly SourceFile[], pattern: RegExp) =>
  files.flatMap((file) =>
    [...codeOf(file).matchAll(pattern)].map(([what]) => `${file.path}: ${what.trim()}`),
  );

describe('names of files and folders', () => {
  test('are never utils, helpers or misc', () => {
    const drawer = /(^|\/)(utils?|helpers?|common|types?|misc|lib|shared)(\.tsx?|\/)/;
    const inner = sourceFiles.filter(({ path }) =>
      drawer.test(path.replace(/^(lib|shared)\//, '')),
    );
    expect(paths(inner)).toEqual([]);
  });

  test('are never index', () => {
    const barrels = sourceFiles.filter(({ path }) => /^index\.tsx?$/.test(basename(path)));
    // The emulator is separate and has one entry for other projects.
    expect(paths(barrels)).toEqual([
      'packages/stripe-emulator/src/index.ts',
      'shared/api/index.ts',
    ]);
  });

  test('stand for modules with named exports', () => {
    const defaults = sourceFiles.filter(
      ({ path, text }) => /^export default\b/m.test(text) && !DEFAULT_EXPORTS.includes(path),
    );
    expect(paths(defaults)).toEqual([]);
  });

  test('match the operation of a handler, are PascalCase for components, and kebab-case otherwise', () => {
    const kebab = /^[a-z0-9]+(-[a-z0-9]+)*(\.test|\.config|\.d)?\.tsx?$/;
    const named = sourceFiles.filter(({ path }) => {
      const name = basename(path);
      if (/^functions\/[^/]+\/[^/]+\.ts$/.test(path)) return !/^[a-z][A-Za-z-]+\.ts$/.test(name);
      if (/^web\/.*\.tsx$/.test(path)) return !/^[A-Z]\w+\.tsx$/.test(name) && !kebab.test(name);
      return !kebab.test(name) && !/^use[A-Z]/.test(name);
    });
    expect(paths(named)).toEqual([]);
  });
});

test('no file contains a TODO', () => {
  const leftovers = /\b(TODO|FIXME|XXX|HACK)\b|coming soon|lorem ipsum|not implemented/gi;
  const files = sourceFiles.filter(({ path }) => !path.startsWith('test/house/'));
  expect(
    files.flatMap(({ path, text }) =>
      [...text.matchAll(leftovers)].map(([what]) => `${path}: ${what}`),
    ),
  ).toEqual([]);
});

test('no test is skipped or focused', () => {
  expect(
    found(filesUnder('test'), /\b(describe|test|it)\.(only|skip|todo)\b|\bx(it|describe)\(/g),
  ).toEqual([]);
});

describe('one place for each thing', () => {
  test('only one module reads the clock, and rules get the time as a parameter', () => {
    const files = filesUnder('functions', 'shared').filter(
      ({ path }) => path !== 'functions/gateways/clock.ts',
    );
    expect(found(files, /\bDate\.now\(|\bnew Date\(\s*\)|\bperformance\.now\(/g)).toEqual([]);
  });

  test('only the files of keys build keys', () => {
    const files = filesUnder('functions').filter(
      ({ path }) => !/^functions\/storage\/(index-|visit-)?keys\.ts$/.test(path),
    );
    expect(found(files, /[`'"][A-Z]{3,}#|\b(pk|sk|gsi\dpk|gsi\dsk):\s*[`'"]/g)).toEqual([]);
  });

  test('no handler scans the table or filters a query', () => {
    expect(found(filesUnder('functions'), /\bScanCommand\b|\bFilterExpression\b/g)).toEqual([]);
  });
});

describe('package.json', () => {
  const {
    dependencies,
    devDependencies = {},
    optionalDependencies,
  } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as Record<
    string,
    Record<string, string>
  >;
  const all = { ...dependencies, ...devDependencies, ...optionalDependencies };

  test('has exact versions', () => {
    const loose = Object.entries(all).filter(
      ([, version]) => !/^(npm:@?[\w/-]+@)?\d+\.\d+\.\d+$/.test(version),
    );
    expect(loose).toEqual([]);
  });

  /** Packages that a command or another package uses, without an import in the code. */
  const TOOLS: Readonly<Record<string, string>> = {
    '@biomejs/biome': 'npm run lint',
    '@jest/fake-timers': 'test/support/single-realm-environment.js',
    '@jest/test-sequencer': 'test/support/longest-first.js',
    'chromium-109': 'test/engines/engines.ts unpacks its browser',
    'jest-mock': 'test/support/single-realm-environment.js',
    'jest-runner': 'test/support/stryker-runner.js',
    'jest-runtime': 'test/support/single-realm-runtime.js',
    '@dynoxide/darwin-arm64': 'lib/local/engine-command.ts names its binary',
    '@dynoxide/darwin-x64': 'lib/local/engine-command.ts names its binary',
    '@dynoxide/linux-arm64': 'lib/local/engine-command.ts names its binary',
    '@dynoxide/linux-x64': 'lib/local/engine-command.ts names its binary',
    '@dynoxide/win32-x64': 'lib/local/engine-command.ts names its binary',
    '@size-limit/file': 'npm run size',
    '@stryker-mutator/core': 'npm run mutate',
    '@stryker-mutator/jest-runner': 'stryker.config.mjs',
    'size-limit': 'npm run size',
    '@swc/core': 'what @swc/jest runs',
    '@swc/jest': 'jest.config.js',
    '@testing-library/dom': 'what @testing-library/react stands on',
    '@tiptap/pm': 'what @tiptap/react stands on',
    '@types/aws-lambda': 'types of events, which have no package behind them',
    '@expo-google-fonts/newsreader': 'functions/pages/preview/drawing-files.ts',
    '@expo-google-fonts/amiri': 'functions/conversations/record-pdf/font-files.ts',
    '@expo-google-fonts/noto-emoji': 'functions/conversations/record-pdf/font-files.ts',
    '@expo-google-fonts/noto-sans-kr': 'functions/conversations/record-pdf/font-files.ts',
    '@expo-google-fonts/noto-sans-sc': 'functions/conversations/record-pdf/font-files.ts',
    '@expo-google-fonts/noto-serif': 'functions/conversations/record-pdf/font-files.ts',
    '@expo-google-fonts/noto-serif-hebrew': 'functions/conversations/record-pdf/font-files.ts',
    '@expo-google-fonts/tiro-devanagari-hindi': 'functions/conversations/record-pdf/font-files.ts',
    '@types/fontkit': 'types of fontkit',
    '@types/node': 'tsconfig.json',
    '@types/pdfkit': 'types of pdfkit',
    '@types/pngjs': 'types of pngjs',
    '@types/react': 'types of react',
    '@types/react-dom': 'types of react-dom',
    '@types/sanitize-html': 'types of sanitize-html',
    '@types/web-push': 'types of web-push',
    '@types/ws': 'types of ws',
    'aws-cdk': 'npm run synth',
    jest: 'npm test',
    jsdom: 'test/support/dom-environment.js',
    tailwindcss: 'imported by the style sheets',
    tsx: 'runs bin/',
    typescript: 'npm run types',
  };

  const imported = new Set(
    sourceFiles.flatMap(({ imports, text }) => [
      ...imports,
      ...[...text.matchAll(/resolve\(\s*['"]([^'"]+)['"]/g)].map((match) => match[1] ?? ''),
    ]),
  );
  const isImported = (name: string) =>
    [...imported].some((to) => to === name || to.startsWith(`${name}/`));

  test('has no unused package', () => {
    const unused = Object.keys(all).filter((name) => !(name in TOOLS) && !isImported(name));
    expect(unused).toEqual([]);
  });

  /**
   * The packages that the product's design names (docs/decisions/0016-aws-sdk.md, 0017-successors-of-packages.md), and who imports them.
   */
  const NAMED: Readonly<Record<string, readonly string[]>> = {
    functions: [
      '@aws-sdk/client-dynamodb',
      '@aws-sdk/lib-dynamodb',
      '@aws-sdk/client-sns',
      '@aws-sdk/client-eventbridge',
      '@aws-sdk/client-s3',
      'stripe',
      'web-push',
      '@middy/core',
      'zod',
    ],
    web: ['react', 'react-router', '@tanstack/react-query', 'zod', 'vite-plugin-pwa'],
    lib: ['aws-cdk-lib', 'constructs'],
    test: ['aws-sdk-client-mock'],
  };

  test('has the packages that the design names, and the code uses each where it belongs', () => {
    const unused = Object.entries(NAMED).flatMap(([folder, packages]) => {
      const used = filesUnder(folder).flatMap(({ imports }) => imports);
      return packages.filter(
        (name) => !used.some((to) => to === name || to.startsWith(`${name}/`)),
      );
    });
    expect(unused).toEqual([]);
    expect('jest' in devDependencies).toBe(true);
  });

  test('has no development package that a function or a screen imports', () => {
    const values = filesUnder('functions', 'shared', 'web/src').flatMap(({ path, text }) =>
      [...text.matchAll(/^(?:import|export) (?!type\b)[^'"`;]*?from '([^'.][^']*)'/gm)].map(
        ([, to = '']) => ({ path, name: /^(@[^/]+\/[^/]+|[^/]+)/.exec(to)?.[0] ?? to }),
      ),
    );
    const inBundles = values.filter(({ name }) => name in devDependencies);
    expect(inBundles).toEqual([]);
  });

  test('has every package that is imported', () => {
    const names = [...imported]
      .filter((to) => /^(@[\w-]+\/)?[a-z][\w.-]*/.test(to) && !/^(node:|virtual:)/.test(to))
      .filter((to) => !/^(bench|bin|lib|packages|shared|functions|web|test)\//.test(to))
      .map((to) => /^(@[^/]+\/[^/]+|[^/]+)/.exec(to)?.[0] ?? to)
      .filter((name) => !(`@types/${name}` in all));
    expect([...new Set(names)].filter((name) => !(name in all)).sort()).toEqual([]);
  });
});
