import { existsSync } from 'node:fs';
import { join } from 'node:path';

/* Which browser runs the tests of screens. jest.config.js asks too, so this file imports nothing of the project. */

const WINDOWS_ROOTS = ['PROGRAMFILES', 'PROGRAMFILES(X86)', 'LOCALAPPDATA'];

/** Where Chrome, Edge and Chromium are installed, where Playwright's channels `chrome` and `msedge` look too. */
function usualPaths() {
  switch (process.platform) {
    case 'darwin':
      return ['Google Chrome', 'Microsoft Edge', 'Chromium'].map(
        (name) => `/Applications/${name}.app/Contents/MacOS/${name}`,
      );
    case 'win32':
      return [
        'Google/Chrome/Application/chrome.exe',
        'Microsoft/Edge/Application/msedge.exe',
      ].flatMap((path) => WINDOWS_ROOTS.flatMap((root) => join(process.env[root] ?? '', path)));
    default:
      return [
        '/opt/google/chrome/chrome',
        '/opt/microsoft/msedge/msedge',
        '/usr/bin/chromium',
        '/usr/bin/chromium-browser',
      ];
  }
}

/** Whether the browser of the npm packages runs here: it is built for Linux on x64. */
const runsPackaged = () => process.platform === 'linux' && process.arch === 'x64';

/**
 * Returns the browser that runs the tests of screens: the path of `CHROMIUM_PATH`, `packaged` where the packaged one runs, the
 * path of an installed one elsewhere; undefined if there is none.
 */
export function chosenBrowser(exists = existsSync) {
  if (process.env.CHROMIUM_PATH) return process.env.CHROMIUM_PATH;
  return runsPackaged() ? PACKAGED : usualPaths().find(exists);
}

/** Stands for the browser of the npm packages. */
export const PACKAGED = 'packaged';

/** What to do where there is no browser. */
export const WITHOUT_BROWSER =
  'Left out: the tests of screens. The packaged browser is for Linux on x64; install Chrome or Edge, or name a Chromium: CHROMIUM_PATH=… npm test';
