import type { BrowserContext, Dialog, Frame, Page } from 'playwright-core';
import { type Driver, moveUntil } from './driver.ts';

/** A page that is driven by Playwright. */
export function playwrightDriver(page: Page, context: BrowserContext): Driver {
  let here: Frame = page.mainFrame();
  return {
    open: async (address) => void (await page.goto(address, { waitUntil: 'domcontentloaded' })),
    reload: async () => {
      const answer = (dialog: Dialog) => dialog.accept();
      page.on('dialog', answer);
      await page.reload({ waitUntil: 'domcontentloaded' });
      page.off('dialog', answer);
    },
    // As an expression, because the Content-Security-Policy of the page forbids functions that are made of strings.
    run: (body, ...given) =>
      here.evaluate(
        `(function () {${body}}).apply(null, ${JSON.stringify(given)})`,
      ) as Promise<never>,
    click: (selector) => here.click(selector),
    type: async (selector, text) => {
      await here.focus(selector);
      await page.keyboard.insertText(text);
    },
    choose: (selector, path) => here.setInputFiles(selector, path),
    select: async (selector, label) => void (await here.selectOption(selector, { label })),
    pressKey: (key) => page.keyboard.press(key),
    pressControl: (key) => page.keyboard.press(`Control+${key}`),
    drag: async (from, to, arrived) => {
      await page.mouse.move(from.x, from.y);
      await page.mouse.down();
      await page.mouse.move(to.x, to.y, { steps: 8 });
      await moveUntil(to, arrived, ({ x, y }) => page.mouse.move(x, y));
      await page.mouse.up();
    },
    inFrame: async (selector, work) => {
      const frame = await (await page.waitForSelector(selector)).contentFrame();
      if (!frame) throw new Error(`${selector} is no frame`);
      here = frame;
      await work().finally(() => {
        here = page.mainFrame();
      });
    },
    screenshot: () => page.screenshot(),
    close: () => context.close(),
  };
}
