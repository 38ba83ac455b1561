import { type Driver, type Key, moveUntil, type Point } from './driver.ts';

/*
 * A browser that is driven by WebDriver: https://www.w3.org/TR/webdriver2/. Marionette, the protocol of Firefox, has the same
 * commands under other names, so both transports share this.
 */

/** The commands, by their names in Marionette, with their method and address in HTTP. */
export const COMMANDS = {
  Navigate: ['POST', 'url'],
  Refresh: ['POST', 'refresh'],
  ExecuteScript: ['POST', 'execute/sync'],
  FindElement: ['POST', 'element'],
  ElementClick: ['POST', 'element/:id/click'],
  ElementSendKeys: ['POST', 'element/:id/value'],
  PerformActions: ['POST', 'actions'],
  ReleaseActions: ['DELETE', 'actions'],
  SetWindowRect: ['POST', 'window/rect'],
  SwitchToFrame: ['POST', 'frame'],
  TakeScreenshot: ['GET', 'screenshot'],
  DeleteSession: ['DELETE', ''],
} as const;

/** Sends commands to a browser. A refusal of the browser is an Error. */
export type Transport = {
  readonly send: (command: keyof typeof COMMANDS, given?: object) => Promise<unknown>;
  /** The parameter of SwitchToFrame for a frame; undefined for the whole page. */
  readonly frame: (id: string | undefined) => object;
  /** Ends the browser. */
  readonly stop: () => Promise<void>;
};

/** https://www.w3.org/TR/webdriver2/#elements */
export const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';
/** https://www.w3.org/TR/webdriver2/#keyboard-actions */
const CONTROL = '\uE009';
const KEYS: Readonly<Record<Key, string>> = {
  Tab: '\uE004',
  Enter: '\uE007',
  Escape: '\uE00C',
  ArrowDown: '\uE015',
  ' ': '\uE00D',
};

export function webDriver({ send, frame, stop }: Transport): Driver {
  const find = async (selector: string): Promise<string> => {
    const reply = await send('FindElement', { using: 'css selector', value: selector });
    const found = reply as Record<string, string> & { value?: Record<string, string> };
    return String((found.value ?? found)[ELEMENT]);
  };
  const act = (actions: object) => send('PerformActions', { actions: [actions] });
  const mouse = (actions: readonly object[]) =>
    act({ type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' }, actions });
  /** Presses all keys down, and releases them. */
  const strike = async (keys: readonly string[]) => {
    const actions = [
      ...keys.map((value) => ({ type: 'keyDown', value })),
      ...keys.toReversed().map((value) => ({ type: 'keyUp', value })),
    ];
    await act({ type: 'key', id: 'keyboard', actions });
  };
  const type = async (selector: string, text: string) => {
    await send('ElementSendKeys', { id: await find(selector), text });
  };
  return {
    open: async (address) => void (await send('Navigate', { url: address })),
    // A question whether the page may be left is answered by the driver: https://www.w3.org/TR/webdriver2/#user-prompts
    reload: async () => void (await send('Refresh')),
    run: async <T>(body: string, ...given: readonly unknown[]) =>
      (await send('ExecuteScript', { script: body, args: given })) as T,
    click: async (selector) => void (await send('ElementClick', { id: await find(selector) })),
    type,
    choose: type,
    select: async (selector, option) => {
      const place = await send('ExecuteScript', {
        script: `return [...document.querySelector(arguments[0]).options]
          .findIndex(({ text }) => text === arguments[1])`,
        args: [selector, option],
      });
      const id = await find(`${selector} option:nth-child(${Number(place) + 1})`);
      await send('ElementClick', { id });
    },
    pressKey: (key) => strike([KEYS[key]]),
    pressControl: (key) => strike([CONTROL, key]),
    drag: async (from, to, arrived) => {
      await mouse([moveTo(from), { type: 'pointerDown', button: 0 }, ...pathOf(from, to)]);
      await moveUntil(to, arrived, (point) => mouse([moveTo(point)]));
      await mouse([{ type: 'pointerUp', button: 0 }]);
    },
    inFrame: async (selector, work) => {
      await send('SwitchToFrame', frame(await find(selector)));
      await work().finally(() => send('SwitchToFrame', frame(undefined)));
    },
    screenshot: async () => Buffer.from(String(await send('TakeScreenshot')), 'base64'),
    close: stop,
  };
}

const moveTo = ({ x, y }: Point) => ({
  type: 'pointerMove',
  duration: 20,
  origin: 'viewport',
  x: Math.round(x),
  y: Math.round(y),
});

/** Moves along the way: a drag begins only after some distance. */
const pathOf = (from: Point, to: Point) =>
  [0.1, 0.3, 0.5, 0.7, 0.9, 1].map((part) =>
    moveTo({ x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part }),
  );
