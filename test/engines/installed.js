import { existsSync } from 'node:fs';
import { join } from 'node:path';

/*
 * The engines that the main job is walked in, and whether they are installed here. jest.config.js leaves out the tests of those
 * that are not.
 */

const modules = join(import.meta.dirname, '../../node_modules');

export const GTK_BROWSER = '/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser';
/** Compressed, as the package has it. */
export const OLD_CHROMIUM = join(modules, 'chromium-109/bin/chromium.br');

const ENGINES = [
  {
    test: 'safari-of-today.test.ts',
    files: ['/usr/bin/WebKitWebDriver', GTK_BROWSER, '/usr/bin/Xvfb'],
    packages: 'webkit2gtk-driver xvfb',
  },
  {
    test: 'safari-16.test.ts',
    files: ['/usr/bin/WPEWebDriver', '/usr/bin/cog', '/usr/bin/weston'],
    packages: 'wpewebkit-driver cog weston',
  },
  { test: 'firefox.test.ts', files: ['/usr/bin/firefox-esr'], packages: 'firefox-esr' },
  { test: 'chromium-109.test.ts', files: [OLD_CHROMIUM], packages: 'npm ci on Linux with x64' },
];

const isLinuxOnX64 = process.platform === 'linux' && process.arch === 'x64';

/** The tests of engines that are not installed, and the Debian packages that they need. */
export const missingEngines = ENGINES.filter(
  // The package with the old Chromium is installed everywhere, and runs only on Linux with x64.
  ({ files }) => !files.every(existsSync) || (files.includes(OLD_CHROMIUM) && !isLinuxOnX64),
);
