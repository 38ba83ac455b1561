import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { DARK, LIGHT } from '#functions/notifications/emails/frame-styles.ts';
import { type EmailSample, emailSamples, SAMPLE_NAMES } from '#lib/local/emails/samples.ts';
import { EMAILED_EVENTS } from '#shared/rules/notifications/emailed-events.ts';

/*
 * What Gmail, Outlook and Apple Mail can show of the emails, by the data of caniemail.com, and what keeps every email readable: its size,
 * its structure, its contrast in both schemes and its button.
 */

let samples: readonly EmailSample[] = [];
beforeAll(async () => {
  samples = await emailSamples();
});

function sampleOf(name: string): EmailSample {
  const found = samples.find((one) => one.name === name);
  if (!found) throw new Error(`there is no sample "${name}"`);
  return found;
}

const count = (text: string, part: RegExp) => text.match(part)?.length ?? 0;

type Support = Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, string>>>>>>;
type Feature = { readonly slug: string; readonly stats: Support };

const DATA: { readonly data: readonly Feature[] } = JSON.parse(
  readFileSync(createRequire(import.meta.url).resolve('caniemail/caniemail.json'), 'utf8'),
);
const CLIENTS = ['gmail', 'outlook', 'apple-mail'];

/** The programs of these makers that do not know a feature, in their newest tested version. */
function withoutSupport(slug: string): string[] {
  const feature = DATA.data.find((one) => one.slug === slug);
  if (!feature) return [];
  return CLIENTS.flatMap((client) =>
    Object.entries(feature.stats[client] ?? {}).flatMap(([program, versions]) =>
      Object.values(versions).at(-1)?.startsWith('n') ? [`${client} ${program}`] : [],
    ),
  );
}

/** Elements that some programs do not know, and what the email looks like there. */
const ELEMENTS_WITHOUT_WHICH: Readonly<Record<string, string>> = {
  body: 'the outer table has its background',
  style: 'the email is light, and as wide as its window',
};

/** Properties that some programs do not know, and what the email looks like there. */
const ENHANCEMENTS: Readonly<Record<string, string>> = {
  'border-radius': 'corners are square',
  'max-height': 'the preview is hidden by display and mso-hide',
  overflow: 'the preview is hidden by display and mso-hide',
};

const inlineStyles = (html: string): string[] =>
  [...html.matchAll(/ style="([^"]*)"/g)].flatMap(([, style = '']) => style.split(';'));
const propertiesOf = (html: string): Set<string> =>
  new Set(inlineStyles(html).map((declaration) => declaration.split(':')[0]?.trim() ?? ''));

describe('the samples of emails', () => {
  test('have each event that people get emails of', () => {
    const missing = EMAILED_EVENTS.filter((type) => !samples.some((one) => one.type === type));
    expect(missing).toEqual([]);
  });
});

describe.each(SAMPLE_NAMES)('the email "%s"', (name) => {
  let html = '';
  let rendered: EmailSample['rendered'];
  let content: EmailSample['content'];
  beforeAll(() => {
    ({ rendered, content } = sampleOf(name));
    html = rendered.html;
  });

  test('uses inline only what Gmail, Outlook and Apple Mail know, or can do without', () => {
    const unknown = [...propertiesOf(html)]
      .filter((property) => !(property in ENHANCEMENTS) && !property.startsWith('mso-'))
      .flatMap((property) =>
        withoutSupport(`css-${property}`).map((program) => `${property} in ${program}`),
      );
    expect(unknown).toEqual([]);
  });

  test('uses only elements that Gmail, Outlook and Apple Mail know', () => {
    const elements = new Set(
      [...html.matchAll(/<([a-z][a-z0-9]*)[ >]/g)].map(([, element]) => element),
    );
    const needed = [...elements].filter((one) => !((one ?? '') in ELEMENTS_WITHOUT_WHICH));
    const unknown = needed.flatMap((element) =>
      withoutSupport(`html-${element}`).map((program) => `${element} in ${program}`),
    );
    expect(unknown).toEqual([]);
    for (const element of ['img', 'svg', 'link', 'script', 'form', 'video'])
      expect(elements).not.toContain(element);
  });

  test('is laid out by tables: no flex, grid, position, float or variables', () =>
    expect(html).not.toMatch(/display:(flex|grid)|position:|float:|var\(|calc\(|url\(/));

  test('is far below the 102 kB at which Gmail clips', () =>
    expect(Buffer.byteLength(html)).toBeLessThan(20_000));

  test('has a language, a title, one main heading, and tables that only lay out say so', () => {
    expect(html).toContain('<html lang="en"');
    expect(count(html, /<title>[^<]+<\/title>/g)).toBe(1);
    expect(count(html, /<h1[ >]/g)).toBe(1);
    const tables = [...html.matchAll(/<table[^>]*>/g)].map(([table]) => table);
    const facts = content.blocks.filter(({ kind }) => kind === 'facts').length;
    expect(tables.filter((table) => !table.includes('role="presentation"'))).toHaveLength(facts);
  });

  test('says in its subject and preview what happened, as short as a mailbox shows them', () => {
    expect(rendered.subject.length).toBeLessThanOrEqual(70);
    expect(content.preview.length).toBeGreaterThan(10);
    expect(content.preview.length).toBeLessThanOrEqual(150);
    expect(content.preview).not.toContain(rendered.subject);
    for (const words of [rendered.subject, content.preview, rendered.text])
      expect(words).not.toMatch(/\b[Oo]pen it\b|undefined|NaN|\[object|Invalid/);
  });

  test('has at most one button, which says what it does, 44 or higher', () => {
    const buttons = [
      ...html.matchAll(/<a class="(?:button|outline)-words[^>]*style="([^"]*)"[^>]*>([^<]*)/g),
    ];
    expect(buttons).toHaveLength(content.action ? 1 : 0);
    for (const [, style = '', label = ''] of buttons) {
      expect(label).not.toMatch(/^(Open|Click|Here|More)\b/);
      const padding = Number(/padding:(\d+)px/.exec(style)?.[1]);
      const line = Number(/line-height:(\d+)px/.exec(style)?.[1]);
      expect(2 * padding + line).toBeGreaterThanOrEqual(44);
    }
  });

  test('has a plain text with the same heading, button and links', () => {
    expect(rendered.text.startsWith(content.heading)).toBe(true);
    if (content.action) expect(rendered.text).toContain(`${content.action.label}:\nhttps://`);
    expect(rendered.text).not.toMatch(/<[a-z]|&[a-z]+;/);
  });

  test('has a deadline only with day, time and zone', () => {
    for (const [, words = ''] of rendered.text.matchAll(
      /(?:[Dd]ue|Respond by|Answer by|stop it by) ([^.\n]+)/g,
    ))
      if (/\d/.test(words)) expect(words).toMatch(/\d:\d\d [AP]M [A-Z]{2,4}|^\d+ (hours|days)/);
  });
});

/** The contrast of two colors. https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio */
function contrast(one: string, other: string): number {
  const [high = 0, low = 0] = [one, other].map(luminance).toSorted((a, b) => b - a);
  return (high + 0.05) / (low + 0.05);
}

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const value = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return value <= 0.040_45 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

describe.each([
  ['light', LIGHT],
  ['dark', DARK],
] as const)('the %s colors of emails', (_scheme, colors) => {
  test.each([
    ['ink', 'card'],
    ['ink', 'letter'],
    ['ink', 'tint'],
    ['soft', 'card'],
    ['soft', 'letter'],
    ['soft', 'paper'],
    ['red', 'tint'],
    ['red', 'letter'],
    ['blue', 'card'],
    ['blue', 'paper'],
  ] as const)('have text in %s on %s with a contrast of 4.5 or more', (text, ground) =>
    expect(contrast(colors[text], colors[ground])).toBeGreaterThanOrEqual(4.5),
  );
});

test('every color of an email has its dark one in both style sheets', () => {
  const html = sampleOf('Held').rendered.html;
  for (const name of ['ink', 'soft', 'red', 'blue'] as const) {
    expect(html).toContain(`.${name}{color:${DARK[name]}!important}`);
    expect(html).toContain(`[data-ogsc] .${name}{color:${DARK[name]}!important}`);
  }
});

test('the rule above a blue amount keeps the color of rules in dark emails', () => {
  const { html } = sampleOf('Refunded by support').rendered;
  expect(html).toMatch(/class="blue rule"/);
  const at = (name: string) => html.indexOf(`.${name}{border-color:`);
  expect(at('rule')).toBeGreaterThan(at('blue'));
});
