import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import type { openPhone } from './browser.ts';

/* Looks at screens as axe-core does, as the console does, and as somebody with a small phone or large letters does. */

const AXE = readFileSync(createRequire(__filename).resolve('axe-core/axe.min.js'), 'utf8');

export type Phone = Awaited<ReturnType<typeof openPhone>>;
/** A screen and its address. */
export type Screen = readonly [name: string, address: string];

/** Opens each screen in turn and says what is wrong with any of them. */
export async function walk(phone: Phone, screens: readonly Screen[]): Promise<string[]> {
  const faults: string[] = [];
  for (const [name, address] of screens) {
    await phone.page.goto(address);
    faults.push(...(await look(phone, name)));
  }
  return faults;
}

/** What is wrong with the screen that is open, in both schemes. */
export async function look({ page, complaints }: Phone, name: string): Promise<string[]> {
  await settled(page);
  const faults = complaints.splice(0);
  faults.push(...(await page.evaluate(misshapen)));
  faults.push(...(await tooWide(page)));
  faults.push(...(await objectionsTo(page)));
  return faults.map((fault) => `${name} (${new URL(page.url()).pathname}): ${fault}`);
}

/** What axe-core and the console say of what is open over a screen, where nothing may be resized under it. */
export async function lookOver({ page, complaints }: Phone, name: string): Promise<string[]> {
  const faults = [...complaints.splice(0), ...(await objectionsTo(page))];
  return faults.map((fault) => `${name} (${new URL(page.url()).pathname}): ${fault}`);
}

/** What axe-core says, by day and at night. */
async function objectionsTo(page: Page): Promise<string[]> {
  const faults: string[] = [];
  await page.evaluate(`if (!window.axe) { ${AXE} }`);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    const found = await page.evaluate(objections);
    faults.push(...found.map((objection) => `${colorScheme}: ${objection}`));
  }
  return faults;
}

/** Whether anything reaches past the edge: on this phone, on a small one, and with letters twice as large. */
async function tooWide(page: Page): Promise<string[]> {
  const faults: string[] = [];
  const measure = async (where: string) => {
    const beyond = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    if (beyond > 0) faults.push(`is ${beyond} px too wide ${where}`);
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

/** Once the screen has its heading, what it waited for has come and its fonts are there. */
async function settled(page: Page): Promise<void> {
  await page.waitForFunction(
    () =>
      document.querySelector('h1') &&
      !document.querySelector('.skeleton') &&
      document.fonts.status === 'loaded',
  );
}

/** Runs in the page. */
function misshapen(): string[] {
  const faults: string[] = [];
  const headings = document.querySelectorAll('h1').length;
  if (headings !== 1) faults.push(`has ${headings} first headings`);
  if (!/\S.*ReplyPaid|ReplyPaid.*\S/.test(document.title)) faults.push('has no title of its own');
  return faults;
}

/** Runs in the page, after axe-core. */
async function objections(): Promise<string[]> {
  const { axe } = window as unknown as { axe: typeof import('axe-core') };
  const { violations } = await axe.run(document, { resultTypes: ['violations'] });
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ html }) => `${id}, ${help}: ${html.slice(0, 160)}`),
  );
}
