import { execFile } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { build as bundle } from 'esbuild';
import { deployedSettings, functionSources } from '#lib/bundle.ts';
import { deployedFileOf } from '#lib/deployed-file.ts';
import { copyFonts } from '#lib/font-files.ts';
import { buildDeployedFunctions, FUNCTION_INPUTS } from '#lib/local/builds.ts';
import { addPictureDecoder, LAMBDA_PACKAGES, pictureFunctions } from '#lib/picture-decoder.ts';
import { functionDefinitions } from '#shared/api/all-functions.ts';
import type { Use } from '#shared/api/operation.ts';
import { jpegOf } from '../support/image-fixtures.ts';
import { pdfText } from '../support/pdf-text.ts';

const ROOT = join(import.meta.dirname, '../..');

type Build = Awaited<ReturnType<typeof buildDeployedFunctions>>;

let build: Build;
/** A folder outside of the repository, from where Node finds none of its packages. */
let elsewhere: string;
beforeAll(async () => {
  build = await buildDeployedFunctions(() => undefined);
  elsewhere = mkdtempSync(join(tmpdir(), 'replypaid-bundle-'));
});
afterAll(() => rmSync(elsewhere, { recursive: true }));

const names = functionSources().map(({ name }) => name);

/**
 * Loads each file in one process of Node without node_modules. Prints the type of its handler, and the formats of a language that it
 * made while it loaded.
 */
const LOADER = `
  let formats = [];
  for (const name of ['NumberFormat', 'DateTimeFormat', 'PluralRules', 'Collator']) {
    const Made = Intl[name];
    Intl[name] = function (...settings) { formats.push(name); return new Made(...settings); };
  }
  const write = Number.prototype.toLocaleString;
  Number.prototype.toLocaleString = function (...settings) {
    formats.push('toLocaleString');
    return write.apply(this, settings);
  };
  const loaded = {};
  for (const file of process.argv.slice(1)) {
    formats = [];
    loaded[file] = { handler: typeof require(file).handler, formats };
    delete require.cache[file];
  }
  console.log(JSON.stringify(loaded));`;

// A format takes up to 10 ms to make, a quarter of what a whole function takes to load.
test('every deployed file has a handler, needs no node_modules, and makes no format of a language before its first call', async () => {
  const files = names.map((name) => deployedFileOf(elsewhere, name));
  for (const [nth, file] of files.entries()) {
    mkdirSync(dirname(file), { recursive: true });
    cpSync(deployedFileOf(build.directory, names[nth] ?? ''), file);
  }
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--no-warnings', '--eval', LOADER, ...files],
    { cwd: elsewhere, env: { AWS_REGION: 'us-east-1' } },
  );
  const usual = { handler: 'function', formats: [] };
  expect(JSON.parse(stdout)).toEqual(Object.fromEntries(files.map((file) => [file, usual])));
});

test('the kept build is made anew after a change of any file that it contains', () => {
  const sources = Object.keys(build.metafile.inputs).filter(
    // A worker of a package is replaced by an empty one (lib/browser-workers.ts).
    (input) => !input.startsWith('node_modules/') && !input.startsWith('worker:'),
  );
  expect(sources).toContain('functions/serve.ts');
  const unwatched = sources.filter(
    (source) =>
      !FUNCTION_INPUTS.some((input) => source === input || source.startsWith(`${input}/`)),
  );
  expect(unwatched).toEqual([]);
});

test('no deployed function contains a file of the local product', () => {
  const inputs = Object.keys(build.metafile.inputs);
  expect(inputs.length).toBeGreaterThan(100);
  expect(inputs.filter((input) => /^(lib\/local|packages)\//.test(input))).toEqual([]);
});

type Packages = ReadonlyMap<string, readonly string[]>;

/** The functions that contain each package. */
function functionsByPackage({ metafile }: Build): Packages {
  const outputs = Object.values(metafile.outputs).filter(({ entryPoint }) => entryPoint);
  const byEntry = new Map(outputs.map((output) => [output.entryPoint, output.inputs]));
  const found = new Map<string, string[]>();
  for (const name of names) {
    const inputs = Object.entries(byEntry.get(`functions/${name}.ts`) ?? {});
    const packages = inputs.flatMap(([input, { bytesInOutput }]) => {
      const named = [...input.matchAll(/node_modules\/((?:@[^/]+\/)?[^/]+)/g)].at(-1)?.[1];
      return named && bytesInOutput > 0 ? [named] : [];
    });
    for (const one of new Set(packages)) found.set(one, [...(found.get(one) ?? []), name]);
  }
  return found;
}

/** The packages that only functions with one of these capabilities contain, and the functions that contain them besides. */
const MAY_CONTAIN: readonly {
  readonly packages: readonly string[];
  readonly uses: readonly Use[];
  readonly besides?: readonly string[];
}[] = [
  {
    packages: ['stripe'],
    uses: ['payments', 'disputes', 'cards', 'subscriptions', 'payouts', 'statements'],
  },
  { packages: ['@aws-sdk/client-sns'], uses: ['sms'], besides: ['deployment/limitTextMessages'] },
  { packages: ['@aws-sdk/client-sesv2'], uses: ['email.send'] },
  {
    packages: ['@aws-sdk/s3-request-presigner'],
    uses: ['exports.link', 'chatPictures', 'attachmentFiles.link'],
  },
  {
    packages: ['@aws-sdk/client-s3'],
    uses: [
      'media',
      'chatPictures',
      'chatPictures.read',
      'exports.keep',
      'exports.link',
      'attachmentFiles.upload',
      'attachmentFiles.link',
      'attachmentFiles.check',
      'attachmentFiles.remove',
    ],
    besides: ['pages/chat-picture', 'pages/preview', 'pages/render'],
  },
  { packages: ['sharp', '@img/colour'], uses: ['media', 'chatPictures', 'attachmentFiles.check'] },
  { packages: ['web-push'], uses: ['push'] },
  { packages: ['pdfkit', 'fontkit', 'bidi-js', 'linebreak'], uses: ['disputes'] },
  { packages: ['@aws-sdk/client-eventbridge'], uses: [], besides: ['events/publishEvents'] },
  { packages: ['@resvg/resvg-wasm'], uses: [], besides: ['pages/preview'] },
  { packages: ['react', 'react-dom', 'react-router'], uses: [], besides: ['pages/render'] },
];

test('no function contains a package that its definition does not need', () => {
  const found = functionsByPackage(build);
  for (const { packages, uses, besides = [] } of MAY_CONTAIN) {
    const may = (name: string) =>
      besides.includes(name) ||
      functionDefinitions.get(name)?.uses.some((use) => uses.includes(use)) === true;
    for (const one of packages) {
      const carriers = found.get(one) ?? [];
      expect([one, carriers.length > 0]).toEqual([one, true]);
      expect([one, carriers.filter((name) => !may(name))]).toEqual([one, []]);
    }
  }
});

test('the PDF of a record is drawn by a deployed file, with the fonts beside it', async () => {
  const source = {
    name: 'conversations/record-pdf',
    entry: join(ROOT, 'functions/conversations/record-pdf.ts'),
  };
  const { metafile } = await bundle(deployedSettings([source], elsewhere));
  await copyFonts(metafile);
  const script = `
    const [file] = process.argv.slice(1);
    const entries = [{ number: 1, at: '2026-11-29T10:00:00.000Z', what: 'MESSAGE', hash: 'h', text: 'Анна, 你好' }];
    require(file).recordPdf({ conversationId: 'c', entries }).then((pdf) => process.stdout.write(pdf));`;
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--no-warnings', '--eval', script, deployedFileOf(elsewhere, source.name)],
    { cwd: elsewhere, encoding: 'buffer' },
  );
  expect(await pdfText(stdout)).toContain('Анна, 你好');
});

test('the functions that answer disputes have the fonts in their assets, and no others', () => {
  const withFonts = names.filter((name) =>
    existsSync(join(dirname(deployedFileOf(build.directory, name)), 'fonts/Amiri_400Regular.ttf')),
  );
  const expected = [...functionDefinitions]
    .filter(([, { uses }]) => uses.includes('disputes'))
    .map(([name]) => name);
  expect(withFonts.toSorted()).toEqual(expected.toSorted());
});

test('a deployed file draws pictures with the machine code that is beside it', async () => {
  const source = { name: 'pictures', entry: join(ROOT, 'functions/profiles/pictures.ts') };
  await bundle(deployedSettings([source], elsewhere));
  const file = deployedFileOf(elsewhere, source.name);
  // That of this machine, in the place of Lambda's.
  mkdirSync(join(dirname(file), 'node_modules'));
  symlinkSync(
    join(ROOT, 'node_modules/@img'),
    join(dirname(file), 'node_modules/@img'),
    'junction',
  );
  const script = `
    const [file, picture] = process.argv.slice(1);
    require(file).redraw(Buffer.from(picture, 'base64'), 20).then(({ width, height }) => console.log(width, height));`;
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--no-warnings', '--eval', script, file, jpegOf(40, 30).toString('base64')],
    { cwd: elsewhere },
  );
  expect(stdout).toBe('20 15\n');
});

describe('the decoder of pictures', () => {
  /** The machine that an ELF file is for: ARM with 64 bits. */
  const AARCH64 = 0xb7;
  const machineOf = (path: string) => readFileSync(path).readUInt16LE(18);

  let directory: string;
  beforeAll(async () => {
    directory = join(elsewhere, 'deployment');
    for (const name of names) {
      const file = deployedFileOf(directory, name);
      mkdirSync(dirname(file), { recursive: true });
      cpSync(deployedFileOf(build.directory, name), file);
    }
    await addPictureDecoder(directory, build.metafile);
  });

  test('is in the assets of the functions that take pictures, and no others', () => {
    const withDecoder = names.filter((name) =>
      existsSync(join(dirname(deployedFileOf(directory, name)), 'node_modules')),
    );
    expect(withDecoder.toSorted()).toEqual([
      'chat/createChatPicture',
      'chat/updateChatPhoto',
      'events/checkAttachment',
      'profiles/updateUserProfile',
      'profiles/uploadUserAvatar',
    ]);
    expect(pictureFunctions(build.metafile).toSorted()).toEqual(withDecoder.toSorted());
  });

  test('is for the processors of Lambda, and found from the code of the function', () => {
    const file = deployedFileOf(directory, 'profiles/uploadUserAvatar');
    const { resolve } = createRequire(file);
    const [sharp, vips] = LAMBDA_PACKAGES;
    const folder = dirname(resolve(`${sharp}/sharp.node`));
    expect(folder.startsWith(dirname(file))).toBe(true);
    const [code = ''] = readdirSync(join(folder, 'lib'));
    const libvips = resolve(`${vips}/binary`);
    expect([join(folder, 'lib', code), libvips].map(machineOf)).toEqual([AARCH64, AARCH64]);
    expect(readFileSync(join(folder, 'lib', code)).includes(basename(libvips))).toBe(true);
  });

  test('leaves an asset far below what Lambda unpacks', () => {
    const LIMIT = 250_000_000;
    const folder = dirname(deployedFileOf(directory, 'profiles/uploadUserAvatar'));
    const files = readdirSync(folder, { recursive: true, withFileTypes: true });
    const bytes = files
      .filter((file) => file.isFile())
      .reduce((sum, file) => sum + statSync(join(file.parentPath, file.name)).size, 0);
    expect(bytes).toBeGreaterThan(10_000_000);
    expect(bytes).toBeLessThan(LIMIT / 5);
  });
});
