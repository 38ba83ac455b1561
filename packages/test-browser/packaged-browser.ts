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
import { chosenBrowser, PACKAGED, WITHOUT_BROWSER } from './installed-browser.js';

/*
 * The Chromium of the npm package @sparticuz/chromium, a headless shell without windows and notifications. It is
 * unpacked into the project's own cache, because the package's default folder is shared by all users of a machine.
 */

const PACKAGES = join(import.meta.dirname, '../../node_modules');
const CACHE = join(PACKAGES, '.cache/replypaid');

type BrowserFiles = {
  readonly executablePath: string;
  /** The environment variables that point to the unpacked libraries and fonts, which a minimal machine lacks. */
  readonly env: Record<string, string>;
};

/** Returns the browser that runs tests of screens, with its environment. Throws if this machine has none. */
export async function browserFiles(): Promise<BrowserFiles> {
  const chosen = chosenBrowser();
  if (!chosen) throw new Error(WITHOUT_BROWSER);
  if (chosen === PACKAGED) return packagedBrowser();
  return { executablePath: chosen, env: process.env as Record<string, string> };
}

/** Returns the path of the packaged browser; unpacks it at the first call. Two processes may call at once. */
async function packagedBrowser(): Promise<BrowserFiles> {
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

/** Unpacks into a temporary folder and renames it, so that an interrupted run leaves no incomplete browser. */
async function unpack(folder: string): Promise<void> {
  mkdirSync(CACHE, { recursive: true });
  const unfinished = mkdtempSync(`${folder}-`);
  try {
    await unpackInto(unfinished);
    writeFileSync(join(unfinished, 'fonts.conf'), fontsIn(folder));
    renameSync(unfinished, folder);
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true });
    // Another process has already unpacked it.
    if (!existsSync(folder)) throw error;
  }
}

/**
 * Unpacks the package into `folder`. The package uses the temporary folder of its process, and includes its libraries
 * only if it detects Lambda.
 */
async function unpackInto(folder: string): Promise<void> {
  const script =
    "import('@sparticuz/chromium').then(({ default: packaged }) => packaged.executablePath())";
  await promisify(execFile)(process.execPath, ['--eval', script], {
    cwd: PACKAGES,
    env: { ...process.env, TMPDIR: folder, AWS_LAMBDA_JS_RUNTIME: 'nodejs20.x' },
  });
}

/** The font configuration. The package's own one uses the shared temporary folder. */
const fontsIn = (folder: string) => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${folder}/fonts</dir>
  <cachedir>${folder}/fonts-cache</cachedir>
</fontconfig>
`;
