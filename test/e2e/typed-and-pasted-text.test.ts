import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { paths } from '#web/paths.ts';
import { isGone, openPhone, type Product, signIn, startProduct } from '../support/browser.ts';

/* Text as phone keyboards compose it, and as office programs paste it. */

let product: Product;
let page: Page;

beforeAll(async () => {
  product = await startProduct({ seed: true });
  ({ page } = await openPhone(product.browser, product.local.url));
});

afterAll(() => product?.stop());

describe('a word that a phone keyboard composes', () => {
  test('appears once in the username field, and is filtered when it is finished', async () => {
    await page.goto(paths.register());
    const field = page.getByRole('textbox', { name: 'Username' });
    await field.click();
    const keyboard = await page.context().newCDPSession(page);
    for (const text of ['T', 'Te', 'Tes', 'Test', 'Test é'])
      await keyboard.send('Input.imeSetComposition', {
        text,
        selectionStart: text.length,
        selectionEnd: text.length,
      });
    expect(await field.inputValue()).toBe('Test é');
    await keyboard.send('Input.insertText', { text: 'Test é' });
    expect(await field.inputValue()).toBe('test');
    await page.keyboard.type('Er');
    expect(await field.inputValue()).toBe('tester');
  });

  test('may have full-width digits in a phone number', async () => {
    const field = page.getByRole('textbox', { name: 'Phone number' });
    await field.click();
    const keyboard = await page.context().newCDPSession(page);
    await keyboard.send('Input.imeSetComposition', {
      text: '５５５',
      selectionStart: 3,
      selectionEnd: 3,
    });
    await keyboard.send('Input.insertText', { text: '５５５５５５０１００' });
    expect(await field.inputValue()).toBe('(555) 555-0100');
  });
});

type Pasted = { readonly text: string; readonly html?: string; readonly file?: string };

/** Pastes into the focused element what a program put on the clipboard. `file`: the name of a small PNG. */
const paste = (pasted: Pasted) =>
  page.evaluate(({ text, html, file }) => {
    const clipboardData = new DataTransfer();
    if (text) clipboardData.setData('text/plain', text);
    if (html) clipboardData.setData('text/html', html);
    const bytes = Uint8Array.from(
      atob(
        'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      ),
      (letter) => letter.charCodeAt(0),
    );
    if (file) clipboardData.items.add(new File([bytes], file, { type: 'image/png' }));
    const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
    document.activeElement?.dispatchEvent(event);
  }, pasted);

const EXCEL =
  '<html><body><table><!--StartFragment--><tr><td>Item</td><td>Price</td></tr><tr><td>Tea</td><td>3</td></tr><!--EndFragment--></table></body></html>';
const item = (words: string) =>
  `<p class=MsoListParagraphCxSpFirst style='mso-list:l0 level1 lfo1'><![if !supportLists]><span style='font-family:Symbol'><span style='mso-list:Ignore'>·<span>&nbsp;&nbsp; </span></span></span><![endif]>${words}<o:p></o:p></p>`;

describe('in a bio', () => {
  const editor = () => page.locator('[contenteditable="true"]');

  test('words of Excel and Word are text, though a picture of them comes along', async () => {
    await signIn(page, 'lucia.prado');
    await page.goto(paths.editProfile());
    await editor().click();
    await page.keyboard.press('Control+A');
    await page.keyboard.press('Delete');
    await paste({ text: 'Item\tPrice\nTea\t3', html: EXCEL, file: 'image.png' });
    await page.keyboard.press('Enter');
    await paste({
      text: '·\tform\n·\treceipt',
      html: `<html><body>${item('form')}${item('receipt')}</body></html>`,
      file: 'image.png',
    });
    expect(await editor().locator('p').allTextContents()).toEqual(
      expect.arrayContaining(['Item · Price', 'Tea · 3', 'form', 'receipt']),
    );
    expect(await editor().locator('ul > li').allTextContents()).toEqual(['form', 'receipt']);
    await isGone(editor().locator('img:not(.ProseMirror-separator)'));
  });

  test('a picture that was copied in Finder is a picture, not its name', async () => {
    await paste({ text: 'Sea at dusk.png', file: 'Sea at dusk.png' });
    await editor().locator('img:not(.ProseMirror-separator)').waitFor();
    expect(await editor().textContent()).not.toContain('Sea at dusk');
  });
});
