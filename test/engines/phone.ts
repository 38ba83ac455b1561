import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PATIENCE_MS } from '@replypaid/test-browser/patience';
import type { Driver, Key } from './driver.ts';
import { untilAnswered } from './until-answered.ts';

/* A person's phone in a browser of any engine: what the person does and sees, in sentences. */

const IN_PAGE = readFileSync(join(import.meta.dirname, 'in-page.js'), 'utf8');
/** More controls than any screen has. */
const STOPS_MAX = 80;

export type Phone = ReturnType<typeof phoneOf>;

/** `origin`: of the product. `canPaste`: whether the browser has a clipboard. */
export function phoneOf(driver: Driver, origin: string, canPaste: boolean) {
  const ask = <T>(expression: string, ...given: readonly unknown[]) =>
    driver.run<T>(`${IN_PAGE}\nreturn ${expression};`, ...given);

  /** Waits until an expression of the page is neither empty nor false. */
  async function until<T>(what: string, expression: string, ...given: unknown[]): Promise<T> {
    try {
      // A page that is being left cannot answer.
      return await untilAnswered(async () => {
        const found = await ask<T>(expression, ...given);
        if (!found) throw new Error(`The page answers ${found}.`);
        return found;
      });
    } catch (fault) {
      const page = await ask<string>('location.pathname + "\\n" + document.body.innerText');
      throw new Error(`${what} did not happen. ${fault}\n${page.slice(0, 1_500)}`);
    }
  }
  const element = (role: 'control' | 'field' | 'file', name: string) =>
    until<string>(
      `the ${role} "${name}"`,
      'window.walk.find(arguments[0], arguments[1])',
      role,
      name,
    );
  const frame = (title: string) =>
    until<string>(
      `the frame "${title}"`,
      'document.querySelector(arguments[0]) && arguments[0]',
      `iframe[title*="${title}" i]`,
    );

  return {
    driver,
    opens: (path: string) => driver.open(`${origin}${path}`),
    reloads: () => driver.reload(),
    /** Goes one entry of the history back or forward. */
    goes: (direction: 'back' | 'forward') => driver.run<void>(`history.${direction}()`),
    async presses(name: string) {
      await driver.click(await element('control', name));
    },
    /** Presses a control, and again whenever it can be pressed, until the page shows these words: the first press may be too early. */
    pressesUntil: (name: string, words: string) =>
      untilAnswered(async () => {
        if (await ask<boolean>('window.walk.sees(arguments[0])', words)) return;
        const control = await ask<string | null>('window.walk.find("control", arguments[0])', name);
        if (control) await driver.click(control);
        throw new Error(`"${words}" did not appear after "${name}" was pressed.`);
      }),
    /** Waits until a control can be pressed. */
    canPress: (name: string) => element('control', name),
    pressesKey: (key: Key) => driver.pressKey(key),
    tabsTo,
    /** Goes to a control by Tab, and presses it with a key. */
    async entersOn(name: string, key: Key = 'Enter') {
      await tabsTo(name);
      await driver.pressKey(key);
    },
    /** Goes to a field by Tab, and types into it. */
    async tabsAndWrites(name: string, text: string) {
      await driver.type(await tabsTo(name, 'field'), text);
    },
    /** Waits until a control has the focus. */
    isOn: (name: string) =>
      until<true>(`the focus on "${name}"`, 'window.walk.hasFocus(arguments[0])', name),
    /** Waits until something in an open dialog has the focus. */
    isInDialog: () =>
      until<true>(
        'the focus in a dialog',
        'document.activeElement.closest("dialog[open]") !== null',
      ),
    async writes(name: string, text: string) {
      await driver.type(await element('field', name), text);
    },
    /** Writes a text in place of the one that a field has. */
    async rewrites(name: string, text: string) {
      const field = await element('field', name);
      await ask('window.walk.empty(arguments[0])', field);
      await driver.type(field, text);
    },
    /** Pastes a text, where the browser has a clipboard; types it elsewhere. */
    async pastes(name: string, text: string) {
      if (!canPaste) return this.writes(name, text);
      await copy(text);
      await driver.click(await element('field', name));
      await driver.pressControl('v');
    },
    async selects(name: string, option: string) {
      await driver.select(await element('field', name), option);
    },
    async choosesFile(name: string, path: string) {
      await driver.choose(await element('file', name), path);
    },
    async writesInFrame(title: string, text: string) {
      await driver.inFrame(await frame(title), async () => {
        // The frame may be shown a moment after its field is there.
        const field = await until<string>(
          'a field',
          'innerHeight > 0 && document.querySelector("input")?.getClientRects().length > 0 && "input"',
        );
        // Firefox refuses to type into a frame that is not painted yet.
        await untilAnswered(() => driver.type(field, text));
      });
    },
    async pressesInFrame(title: string, name: string) {
      await driver.inFrame(await frame(title), async () => this.presses(name));
    },
    /** Drags one control onto another, until the page shows these words, also for screen readers alone. */
    async drags(name: string, onto: string, words: string) {
      // The code for dragging loads after the list, and describes the handles.
      await element('control', name);
      await until('dragging', 'document.querySelector("[data-walk][aria-describedby]") !== null');
      const from = await centerOf(name);
      const to = await centerOf(onto);
      const end = Date.now() + PATIENCE_MS;
      await driver.drag(from, to, async () => {
        if (Date.now() > end) throw new Error(`${name} does not arrive at ${onto}`);
        return untilAnswered(() =>
          ask<boolean>('document.body.textContent.includes(arguments[0])', words),
        );
      });
    },
    sees: (text: string) => until<true>(`"${text}"`, 'window.walk.sees(arguments[0])', text),
    /** Waits for an address that begins like this, and for its screen. */
    async arrivesAt(path: string) {
      await until<true>(
        `the screen ${path}`,
        'location.pathname.startsWith(arguments[0]) && document.querySelector("h1") !== null',
        path,
      );
      await this.looksRight();
    },
    /** Throws if a box of the screen has a wrong size, or if the page has complained. */
    async looksRight() {
      const faults = await until<string[]>(
        'a look at the boxes',
        '[...window.walk.boxFaults(), ...window.noted.splice(0)]',
      );
      if (faults.length > 0) throw new Error(faults.join('\n'));
    },
  };

  /** Presses Tab until a control or a field has the focus. Throws if something on the way has no name. Returns its selector. */
  async function tabsTo(name: string, role: 'control' | 'field' = 'control'): Promise<string> {
    // The app runs, and replaces nothing that has the focus.
    await element(role, name);
    const passed: string[] = [];
    for (;;) {
      const [isThere, focused] = await until<[boolean, string]>(
        'an answer to where the focus is',
        '[window.walk.hasFocus(arguments[0]), window.walk.focusedName()]',
        name,
      );
      if (isThere) return element(role, name);
      passed.push(focused);
      if (passed.length > STOPS_MAX) break;
      await driver.pressKey('Tab');
    }
    throw new Error(`Tab does not reach "${name}", only ${passed.join(', ')}`);
  }

  async function centerOf(name: string) {
    const selector = await element('control', name);
    return until<{ x: number; y: number }>(
      `the center of "${name}"`,
      'window.walk.centerOf(arguments[0])',
      selector,
    );
  }

  /** Copies a text by the keyboard, from a field that is there for a moment. */
  async function copy(text: string): Promise<void> {
    await driver.run(
      `const field = document.createElement('input');
      field.id = 'copied';
      field.value = arguments[0];
      document.body.append(field);
      field.focus();
      field.select();`,
      text,
    );
    await driver.pressControl('c');
    await driver.run(`document.getElementById('copied').remove()`);
  }
}
