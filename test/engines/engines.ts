import { type ChildProcess, spawn } from 'node:child_process';
import {
  createReadStream,
  createWriteStream,
  existsSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { access } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress } from 'node:zlib';
import { PATIENCE_MS } from '@replypaid/test-browser/patience';
import { chromium } from 'playwright-core';
import type { Driver } from './driver.ts';
import { httpTransport } from './http-transport.ts';
import { GTK_BROWSER, OLD_CHROMIUM } from './installed.js';
import { marionette } from './marionette.ts';
import { playwrightDriver } from './playwright-driver.ts';
import { untilAnswered } from './until-answered.ts';
import { type Transport, webDriver } from './web-driver.ts';

/* The browsers that the main job is walked in, at the size of a phone. docs/product/browsers.md#supported-browsers */

const WIDTH = 390;
const HEIGHT = 844;

export type Engine = {
  readonly name: string;
  /** Whether the browser has a clipboard. */
  readonly canPaste: boolean;
  /** Opens a browser with no history, in which one person uses the product. `proxy`: the port of the proxy for its requests. */
  readonly open: (proxy: number) => Promise<Driver>;
  /** Ends what all of them share. */
  readonly stop?: () => Promise<void>;
};

export const SAFARI_OF_TODAY: Engine = { name: 'WebKitGTK', canPaste: true, open: openGtk };
export const SAFARI_16: Engine = { name: 'WPE WebKit 2.38', canPaste: false, open: openWpe };
export const FIREFOX: Engine = { name: 'Firefox ESR', canPaste: true, open: openFirefox };
export const CHROMIUM_109: Engine = {
  name: 'Chromium 109',
  canPaste: true,
  open: openOldChromium,
  stop: async () => void (await (await oldChromium)?.close()),
};

/** Starts a program that ends with `stop`, together with all that it started. */
function start(command: string, args: readonly string[], env: Record<string, string> = {}) {
  const child = spawn(command, args, {
    env: { ...process.env, ...env },
    stdio: 'ignore',
    detached: true,
  });
  return () => ended(child);
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.pid === undefined) return;
  const gone = new Promise((resolve) => child.once('exit', resolve));
  process.kill(-child.pid, 'SIGKILL');
  await gone;
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Waits until a driver answers. */
const untilReady = (origin: string): Promise<void> =>
  untilAnswered(async () => {
    const { ok } = await fetch(`${origin}/status`);
    if (!ok) throw new Error(`No driver answers at ${origin}`);
  });

/** Waits until a server has made its socket. */
const untilThere = (socket: string): Promise<void> => untilAnswered(() => access(socket));

/** An X server of its own for each browser, so that none takes the focus of another. */
async function display(): Promise<{ env: Record<string, string>; stop: () => Promise<void> }> {
  const number = 100 + (await freePort());
  const stop = start('Xvfb', [`:${number}`, '-screen', '0', '1024x1200x24', '-nolisten', 'tcp']);
  await untilThere(`/tmp/.X11-unix/X${number}`);
  return { env: { DISPLAY: `:${number}` }, stop };
}

async function openGtk(proxy: number): Promise<Driver> {
  const folder = mkdtempSync(join(tmpdir(), 'replypaid-gtk-'));
  mkdirSync(join(folder, 'gtk-3.0'));
  // The bar of the browser is wider than a phone.
  writeFileSync(join(folder, 'gtk-3.0/gtk.css'), '* { min-width: 0; margin: 0; padding: 0; }');
  const { env, stop: stopDisplay } = await display();
  const port = await freePort();
  const stop = start('WebKitWebDriver', [`--port=${port}`], {
    ...env,
    ...QUIET,
    XDG_CONFIG_HOME: folder,
  });
  const origin = `http://127.0.0.1:${port}`;
  await untilReady(origin);
  const options = { binary: GTK_BROWSER, args: ['--automation'] };
  const transport = await httpTransport(
    origin,
    { 'webkitgtk:browserOptions': options, ...proxyCapability(proxy) },
    async () => {
      await stop();
      await stopDisplay();
      rmSync(folder, { recursive: true, force: true });
    },
  );
  await fitWindow(transport);
  return webDriver(transport);
}

async function openWpe(proxy: number): Promise<Driver> {
  const folder = mkdtempSync(join(tmpdir(), 'replypaid-wpe-'));
  const env = { ...QUIET, XDG_RUNTIME_DIR: folder, WAYLAND_DISPLAY: 'wayland-0' };
  // Its shell has to be that of a desktop: with the one of a kiosk, no animation frame ever comes.
  const stopWeston = start(
    'weston',
    [
      '--backend=headless-backend.so',
      '--shell=desktop-shell.so',
      `--width=${WIDTH}`,
      `--height=${HEIGHT}`,
      '--socket=wayland-0',
      '--idle-time=0',
    ],
    { XDG_RUNTIME_DIR: folder },
  );
  await untilThere(join(folder, 'wayland-0'));
  const port = await freePort();
  const stop = start('WPEWebDriver', [`--port=${port}`], {
    ...env,
    COG_PLATFORM_WL_VIEW_WIDTH: String(WIDTH),
    COG_PLATFORM_WL_VIEW_HEIGHT: String(HEIGHT),
  });
  const origin = `http://127.0.0.1:${port}`;
  await untilReady(origin);
  const options = { binary: '/usr/bin/cog', args: ['--automation', '--platform=wl'] };
  const stopAll = async () => {
    await stop();
    await stopWeston();
    rmSync(folder, { recursive: true, force: true });
  };
  return webDriver(
    await httpTransport(
      origin,
      { 'wpe:browserOptions': options, pageLoadStrategy: 'eager', ...proxyCapability(proxy) },
      stopAll,
    ),
  );
}

/** WebKit's sandbox needs rights that a container lacks; accessibility and sound need services that it lacks. */
const QUIET = {
  WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
  WEBKIT_FORCE_SANDBOX: '0',
  NO_AT_BRIDGE: '1',
  GTK_A11Y: 'none',
  GIO_USE_VFS: 'local',
  LIBGL_ALWAYS_SOFTWARE: '1',
};

async function openFirefox(proxy: number): Promise<Driver> {
  const port = await freePort();
  const profile = mkdtempSync(join(tmpdir(), 'replypaid-firefox-'));
  writeFileSync(
    join(profile, 'user.js'),
    Object.entries({ ...FIREFOX_PREFERENCES, ...proxyPreferences(proxy), 'marionette.port': port })
      .map(([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`)
      .join(''),
  );
  // The bar of the browser is wider than a phone.
  mkdirSync(join(profile, 'chrome'));
  writeFileSync(join(profile, 'chrome/userChrome.css'), '* { min-width: 0 !important; }');
  const args = ['--headless', '--marionette', '--no-remote', '--profile', profile];
  const stop = start('firefox-esr', args, {
    MOZ_HEADLESS_WIDTH: '800',
    MOZ_HEADLESS_HEIGHT: '1200',
  });
  const transport = await marionette(port, async () => {
    await stop();
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  });
  await fitWindow(transport);
  return webDriver(transport);
}

const FIREFOX_PREFERENCES = {
  'toolkit.legacyUserProfileCustomizations.stylesheets': true,
  'remote.log.truncate': false,
  'app.update.disabledForTesting': true,
  'browser.startup.page': 0,
  'browser.startup.homepage_override.mstone': 'ignore',
  'browser.shell.checkDefaultBrowser': false,
  'browser.aboutwelcome.enabled': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  'toolkit.telemetry.server': '',
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'signon.rememberSignons': false,
  'extensions.update.enabled': false,
  'dom.ipc.processCount': 1,
};

/** https://www.w3.org/TR/webdriver2/#proxy */
const proxyCapability = (port: number) => {
  const address = `127.0.0.1:${port}`;
  return { proxy: { proxyType: 'manual', httpProxy: address, sslProxy: address } };
};

/** A proxy for requests to this machine, too. */
const proxyPreferences = (port: number) => ({
  'network.proxy.type': 1,
  'network.proxy.http': '127.0.0.1',
  'network.proxy.http_port': port,
  'network.proxy.ssl': '127.0.0.1',
  'network.proxy.ssl_port': port,
  'network.proxy.allow_hijacking_localhost': true,
});

/** Makes the window so large that the page has the size of a phone. */
async function fitWindow({ send }: Transport): Promise<void> {
  const sizes = 'return [outerWidth - innerWidth, outerHeight - innerHeight, innerWidth]';
  for (let attempt = 0; attempt < 3; attempt += 1) {
    // A browser that has just started on a busy machine may take seconds for its first script.
    const [wide = 0, high = 0] = (await untilAnswered(() =>
      send('ExecuteScript', { script: sizes, args: [] }),
    )) as number[];
    await send('SetWindowRect', { x: 0, y: 0, width: WIDTH + wide, height: HEIGHT + high });
  }
}

let oldChromium: ReturnType<typeof chromium.launch> | undefined;

async function openOldChromium(proxy: number): Promise<Driver> {
  oldChromium ??= unpacked(OLD_CHROMIUM).then((executablePath) =>
    chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu', '--headless'] }),
  );
  const context = await (await oldChromium).newContext({
    viewport: { width: WIDTH, height: HEIGHT },
    deviceScaleFactor: 2,
    hasTouch: true,
    isMobile: true,
    locale: 'en-US',
    permissions: ['clipboard-read', 'clipboard-write'],
    // Chromium leaves this machine out unless it is told not to.
    proxy: { server: `http://127.0.0.1:${proxy}`, bypass: '<-loopback>' },
  });
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE_MS);
  return playwrightDriver(page, context);
}

/** The old Chromium, in a folder of its own: the package would use the name that the one of today has. */
async function unpacked(archive: string): Promise<string> {
  const folder = join(import.meta.dirname, '../../node_modules/.cache/replypaid');
  const file = join(folder, 'chromium-109');
  if (existsSync(file)) return file;
  mkdirSync(folder, { recursive: true });
  const unfinished = `${file}-${process.pid}`;
  await pipeline(
    createReadStream(archive),
    createBrotliDecompress(),
    createWriteStream(unfinished, { mode: 0o755 }),
  );
  renameSync(unfinished, file);
  return file;
}
