import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { codeOf, filesUnder, ROOT, type SourceFile, sourceFiles } from './source-files.ts';

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
  const { dependencies, devDependencies, optionalDependencies } = JSON.parse(
    readFileSync(join(ROOT, 'package.json'), 'utf8'),
  ) as Record<string, Record<string, string>>;
  const all = { ...dependencies, ...devDependencies, ...optionalDependencies };

  test('has exact versions', () => {
    const loose = Object.entries(all).filter(
      ([, version]) => !/^(npm:@?[\w/-]+@)?\d+\.\d+\.\d+$/.test(version),
    );
    expect(loose).toEqual([]);
  });
});

describe('tests', () => {
  const tests = filesUnder('test', 'packages').filter(({ path }) => /\.test\.tsx?$/.test(path));

  test('have no time limit of their own below that of Jest', () => {
    const limit = /^ *\},\n *[\d_]+,?\n *\);|^\}, *[\d_]+\);|\bjest\.setTimeout\(/gm;
    expect(found(tests, limit)).toEqual([]);
  });

  test('never wait for a fixed time in a browser', () => {
    expect(found(filesUnder('test', 'packages'), /\.waitForTimeout\(/g)).toEqual([]);
  });

  test('that open pages of their own wait as long as the others', () => {
    const files = filesUnder('test', 'packages');
    expect(found(files, /\.setDefaultTimeout\((?!PATIENCE_MS\))[^)]*\)/g)).toEqual([]);
  });
});
