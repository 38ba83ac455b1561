import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { PATH_SEGMENTS } from '#shared/rules/accounts/usernames.ts';
import { paths } from '#web/paths.ts';
import { type openPhone, untilAppRuns } from './browser.ts';

/* Checks screens with axe-core, the console, a small phone and large text. */

const AXE = readFileSync(createRequire(__filename).resolve('axe-core/axe.min.js'), 'utf8');

/** The rules of WCAG 2.2 AA about colors. */
const COLOR_RULES = ['color-contrast', 'link-in-text-block'];

/** The addresses of the screens that were checked. */
export const checkedAddresses = new Set<string>();

export type Phone = Awaited<ReturnType<typeof openPhone>>;
/** A screen and its address. */
export type Screen = readonly [name: string, address: string];

/** Opens each screen in turn and returns the problems of all of them. */
export async function checkScreens(phone: Phone, screens: readonly Screen[]): Promise<string[]> {
  const faults: string[] = [];
  for (const [name, address] of screens) {
    await openScreen(phone.page, address);
    faults.push(...(await checkScreen(phone, name)));
  }
  return faults;
}

/** A screen without data, which is opened between two of the same kind. */
const BETWEEN = paths.installApplication();

/**
 * Opens a screen without loading the page again, which takes most of the time of a check, if a user is signed in. Profiles are
 * rendered by the server.
 */
async function openScreen(page: Page, address: string): Promise<void> {
  const [kind, openKind] = [kindOf(address), kindOf(new URL(page.url()).pathname)];
  const isProfile = !(PATH_SEGMENTS as readonly string[]).includes(kind);
  if (isProfile || kind === kindOf(BETWEEN) || !(await page.evaluate(isAppOfUser))) {
    await page.goto(address);
    return;
  }
  // A page that the server rendered is shown before the app runs, which then goes to the address of that page.
  await untilAppRuns(page);
  // Screens of the same kind share their elements, so that nobody could tell when the second one is shown.
  if (kind === openKind) await openWithinApp(page, BETWEEN);
  await openWithinApp(page, address);
}

async function openWithinApp(page: Page, address: string): Promise<void> {
  await page.evaluate(goTo, address);
  await page.waitForFunction(() => !document.querySelector('[data-left]'));
}

const kindOf = (address: string): string => address.split(/[/?]/)[1] ?? '';

/** Whether a screen of the app is open and somebody is signed in. Runs in the page. */
const isAppOfUser = () =>
  document.getElementById('page') !== null && localStorage.getItem('session') !== null;

/** Goes to a screen within the app, and marks the one that is left. Runs in the page. */
function goTo(address: string): void {
  document.getElementById('page')?.setAttribute('data-left', '');
  window.history.pushState(
    { key: address, idx: (window.history.state?.idx ?? 0) + 1 },
    '',
    address,
  );
  window.dispatchEvent(new PopStateEvent('popstate', { state: window.history.state }));
}

/** Returns the problems of the open screen in light and dark mode. */
export async function checkScreen({ page, complaints }: Phone, name: string): Promise<string[]> {
  await screenIsReady(page);
  checkedAddresses.add(new URL(page.url()).pathname);
  const faults = complaints.splice(0);
  faults.push(...(await page.evaluate(distortedElements)));
  faults.push(...(await overflows(page)));
  faults.push(...(await axeViolations(page)));
  return faults.map((fault) => `${name} (${new URL(page.url()).pathname}): ${fault}`);
}

/** Returns the axe-core and console problems of an overlay, without resizing the page. */
export async function checkOverlay({ page, complaints }: Phone, name: string): Promise<string[]> {
  const faults = [...complaints.splice(0), ...(await axeViolations(page))];
  return faults.map((fault) => `${name} (${new URL(page.url()).pathname}): ${fault}`);
}

/** Returns axe-core violations in light mode, and those of the colors in dark mode: nothing else depends on the mode. */
async function axeViolations(page: Page): Promise<string[]> {
  await page.evaluate(`if (!window.axe) { ${AXE} }`);
  const violations = async (colorScheme: 'light' | 'dark', rules?: string[]) => {
    await page.emulateMedia({ colorScheme });
    const found = await page.evaluate(runAxe, rules);
    return found.map((violation) => `${colorScheme}: ${violation}`);
  };
  return [...(await violations('light')), ...(await violations('dark', COLOR_RULES))];
}

/** Reports whether anything overflows the width: on this phone, on a small one, and with text twice as large. */
async function overflows(page: Page): Promise<string[]> {
  const faults: string[] = [];
  const measure = async (where: string) => {
    const widest = await page.evaluate(widestOverflow);
    if (widest) faults.push(`is too wide ${where}: ${widest}`);
  };
  const enlarge = (size: string) =>
    page.evaluate((fontSize) => Object.assign(document.documentElement.style, { fontSize }), size);
  await measure('on a phone');
  await enlarge('200%');
  await measure('with letters twice as large');
  await enlarge('');
  await page.setViewportSize({ width: 320, height: 640 });
  await measure('on a small phone');
  await page.setViewportSize({ width: 390, height: 844 });
  return faults;
}

/** Returns the element that makes the page scroll sideways, with its pixels beyond it. Runs in the page. */
function widestOverflow(): string | undefined {
  const { scrollWidth, clientWidth } = document.documentElement;
  if (scrollWidth <= clientWidth) return undefined;
  const right = (element: Element) => element.getBoundingClientRect().right;
  const elements = [...document.querySelectorAll('body *')].sort((a, b) => right(b) - right(a));
  return `${scrollWidth - clientWidth} px by ${elements[0]?.outerHTML.slice(0, 160)}`;
}

/** Waits until the screen has its heading, its data and its fonts. */
async function screenIsReady(page: Page): Promise<void> {
  await page.waitForFunction(
    () =>
      document.querySelector('h1') &&
      !document.querySelector('.skeleton') &&
      document.fonts.status === 'loaded',
  );
}

/**
 * Returns distorted elements, and what an iPhone with the app on its home screen needs: it has no Back button, and zooms into fields
 * with small letters. Runs in the page.
 */
function distortedElements(): string[] {
  const faults: string[] = [];
  const headings = document.querySelectorAll('h1').length;
  if (headings !== 1) faults.push(`has ${headings} first headings`);
  if (!/\S.*ReplyPaid|ReplyPaid.*\S/.test(document.title)) faults.push('has no title of its own');
  const waysOut = [...document.querySelectorAll<HTMLElement>('header a, .footer-nav a')].filter(
    (link) =>
      link.offsetParent && !/^(Settings|Sign in)$/i.test(link.ariaLabel ?? link.textContent),
  );
  if (waysOut.length === 0) faults.push('has no link back, and no navigation');
  // Nobody types into choices, nor into fields that are drawn by something else.
  const fields = 'input:not([type=radio], [type=checkbox]), textarea, select, [contenteditable]';
  for (const field of document.querySelectorAll(fields)) {
    const { fontSize, opacity } = getComputedStyle(field);
    if (Number.parseFloat(fontSize) < 16 && opacity !== '0')
      faults.push(`has letters of ${fontSize} in ${field.outerHTML.slice(0, 120)}`);
  }
  return faults;
}

/** Runs these axe-core rules, by default all, and returns the violations. Runs in the page. */
async function runAxe(rules: string[] | undefined): Promise<string[]> {
  const { axe } = window as unknown as { axe: typeof import('axe-core') };
  const { violations } = await axe.run(document, {
    resultTypes: ['violations'],
    // Style sheets are loaded again for one experimental rule, and selectors of elements take as long as some rules.
    preload: false,
    selectors: false,
    ...(rules && { runOnly: { type: 'rule', values: rules } }),
  });
  // The hint of a menu row is its description. The name, which people say to press it, is the label above the hint.
  const isMenuRow = (html: string) => /role="menuitem"[^>]*aria-describedby/.test(html);
  return violations.flatMap(({ id, help, nodes }) =>
    nodes
      .filter(({ html }) => id !== 'label-content-name-mismatch' || !isMenuRow(html))
      .map(({ html }) => `${id}, ${help}: ${html.slice(0, 160)}`),
  );
}
