import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { screen } from '@testing-library/react/pure';
import { encode } from 'uqr';
import { viewInboundSettings } from '#shared/api/inbound-settings.ts';
import { cents } from '#shared/money.ts';
import { embedCode } from '#web/features/share/pages/embed-code.ts';
import { PAPERS, type PosterFacts, posterSvg } from '#web/features/share/pages/poster.ts';
import { signatureElement, signatureText } from '#web/features/share/pages/signature.ts';
import { paths } from '#web/paths.ts';
import { openScreen, serve, success } from '../open-screen.ts';
import { ana } from '../screen-fixtures.ts';

/* The share kit. docs/product/links.md#share-kit */

const ORIGIN = 'https://app.example';
const MALLORY = { fullName: 'M</a><script>alert("1")</script> & Co', username: 'mallory' };

/** What was copied, by type. */
let copied: Record<string, string>;
beforeEach(() => {
  copied = {};
  Object.assign(globalThis, { ClipboardItem: FakeItem });
});
afterEach(() => {
  Reflect.deleteProperty(globalThis, 'ClipboardItem');
});

type Item = { readonly parts: Readonly<Record<string, Blob>> };
const clipboard = {
  writeText: async (text: string) => Object.assign(copied, { 'text/plain': text }),
  write: async ([item]: readonly Item[]) => {
    for (const [type, blob] of Object.entries(item?.parts ?? {})) copied[type] = await blob.text();
  },
};
class FakeItem implements Item {
  constructor(readonly parts: Item['parts']) {}
}

async function open(tab: string, fake: object = clipboard) {
  const pricing = { userId: ana.id, paidResponsePrice: cents(2_000), paidResponseCommitment: 5 };
  serve(viewInboundSettings, () => success(viewInboundSettings, { data: [pricing] }));
  const { user } = await openScreen(paths.share(), ana);
  // In place of the one of the library.
  jest.spyOn(navigator, 'clipboard', 'get').mockReturnValue(fake as Clipboard);
  await user.click(await screen.findByRole('tab', { name: tab }));
  const press = async (name: string) => user.click(await screen.findByRole('button', { name }));
  return { user, press };
}

describe('the code for a site', () => {
  test('is the script with the username, for a button and a card', () => {
    expect(embedCode('card', ana)).toBe(
      `<script src="${ORIGIN}/embed.js" data-username="ana.markovic" data-kind="card" async></script>`,
    );
  });

  test('without a script is a link, whose name is escaped', () => {
    const code = embedCode('link', MALLORY);
    expect(code).toBe(
      `<a href="${ORIGIN}/mallory?via=embed">Ask M&lt;/a&gt;&lt;script&gt;alert("1")&lt;/script&gt; &amp; Co on ReplyPaid</a>`,
    );
  });
});

describe('the signature', () => {
  test('has a link that says it came by email, and an escaped name', () => {
    const html = signatureElement(MALLORY).outerHTML;
    expect(html).toContain(`href="${ORIGIN}/mallory?via=email"`);
    expect(html).toContain('M&lt;/a&gt;&lt;script&gt;');
    expect(html).not.toContain('<script');
  });

  test('is the same as plain text', () => {
    expect(signatureText(ana)).toBe(
      `Ana Marković\nAsk me on ReplyPaid: ${ORIGIN}/ana.markovic?via=email\nAn answer within 10 days, or your money back.`,
    );
  });
});

describe('the poster', () => {
  const facts: PosterFacts = {
    fullName: 'Ana <Marković> & Co',
    address: 'app.example/ana.markovic',
    url: `${ORIGIN}/ana.markovic?via=qr`,
    price: '$20',
    unit: 'per answer',
  };
  const parsed = (svg: string) => new DOMParser().parseFromString(svg, 'image/svg+xml');
  const wordsOf = (svg: string) =>
    [...parsed(svg).querySelectorAll('text')].map(({ textContent }) => textContent);

  test.each(['A4', 'Letter'] as const)('on %s has the size of the paper', (paper) => {
    const { width, height } = PAPERS[paper];
    const root = parsed(posterSvg(facts, paper)).documentElement;
    expect(root.getAttribute('width')).toBe(`${width}mm`);
    expect(root.getAttribute('viewBox')).toBe(`0 0 ${width} ${height}`);
    const lowest = [...root.querySelectorAll('text')].map((text) => Number(text.getAttribute('y')));
    expect(Math.max(...lowest)).toBeLessThan(height - 10);
  });

  test('shows the name, the price on a stamp and the address, and stays well-formed', () => {
    const words = wordsOf(posterSvg(facts, 'A4'));
    for (const shown of ['Ana <Marković> & Co', '$20', 'PER ANSWER', 'app.example/ana.markovic'])
      expect(words).toContain(shown);
  });

  test('has the code of the address that counts as QR code', () => {
    const code = parsed(posterSvg(facts, 'A4')).querySelector('svg svg');
    expect(code?.getAttribute('viewBox')).toBe(
      `0 0 ${encode(facts.url, { ecc: 'M', border: 4 }).size} ${encode(facts.url, { ecc: 'M', border: 4 }).size}`,
    );
  });

  test('has no stamp for a person who takes no messages', () => {
    const words = wordsOf(posterSvg({ ...facts, price: undefined }, 'A4'));
    expect(words).not.toContain('PER ANSWER');
    expect(words).toContain('Ana <Marković> & Co');
  });

  test('writes a long name smaller, so that it fits the page', () => {
    const size = (fullName: string) =>
      Number(
        [...parsed(posterSvg({ ...facts, fullName }, 'A4')).querySelectorAll('text')]
          .find(({ textContent }) => textContent === fullName)
          ?.getAttribute('font-size'),
      );
    expect(size('Ana')).toBe(18);
    expect(size('A'.repeat(60)) * 0.56 * 60).toBeLessThanOrEqual(170.01);
  });
});

describe('the screen', () => {
  test('copies the code of the kind that is chosen, and previews it with the same script', async () => {
    const { user, press } = await open('Website');
    await user.click(await screen.findByRole('radio', { name: /^Card/ }));
    const script = screen.getByRole('region', { name: 'Preview' }).querySelector('script');
    expect([script?.getAttribute('src'), script?.dataset.kind]).toEqual(['/embed.js', 'card']);
    await press('Copy the code');
    expect(copied['text/plain']).toBe(embedCode('card', ana));
    await screen.findByText('Code copied');
  });

  test('previews the plain link', async () => {
    const { user } = await open('Website');
    await user.click(await screen.findByRole('radio', { name: /^Plain link/ }));
    const link = await screen.findByRole('link', { name: 'Ask Ana Marković on ReplyPaid' });
    expect(link.getAttribute('href')).toBe(`${ORIGIN}/ana.markovic?via=embed`);
  });

  test('shows the poster with the price, prints it, and prints nothing else', async () => {
    const print = jest.spyOn(window, 'print').mockImplementation(() => undefined);
    const { press } = await open('Poster');
    await screen.findByRole('img', { name: /^Poster\. Ask Ana Marković, \$20 per answer/ });
    await press('Print');
    expect(print).toHaveBeenCalledTimes(1);
    const printed = document.body.querySelector(':scope > .printed-poster');
    expect(printed?.querySelector('svg')?.textContent).toContain('Ana Marković');
    expect(printed?.querySelector('style')?.textContent).toContain(
      'body > :not(.printed-poster) { display: none !important }',
    );
  });

  test('copies the signature as HTML with its plain text', async () => {
    const { press } = await open('Email');
    await press('Copy signature');
    await screen.findByText('Signature copied');
    expect(copied).toEqual({
      'text/html': signatureElement(ana).outerHTML,
      'text/plain': signatureText(ana),
    });
  });

  test('says what to do if the browser forbids copying', async () => {
    const { press } = await open('Website', {
      writeText: () => Promise.reject(new Error('denied')),
    });
    await press('Copy the code');
    await screen.findByText('Your browser didn’t allow it. Please select the text and copy it.');
  });
});
