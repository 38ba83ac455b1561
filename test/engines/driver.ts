/*
 * The operations of a browser that the walk through the main job uses. WebDriver (web-driver.ts) and Playwright (playwright-driver.ts)
 * implement it; phone.ts builds sentences on it. Elements are named by CSS selectors.
 */

export type Point = { readonly x: number; readonly y: number };

/** A key, as in `KeyboardEvent.key`. */
export type Key = 'Tab' | 'Enter' | 'Escape' | 'ArrowDown' | ' ';

export type Driver = {
  readonly open: (address: string) => Promise<void>;
  /** Loads the page again, also if it asks whether it may be left. */
  readonly reload: () => Promise<void>;
  /** Runs the body of a function in the page, or in the frame that is entered, and returns its result. */
  readonly run: <T>(body: string, ...given: readonly unknown[]) => Promise<T>;
  readonly click: (selector: string) => Promise<void>;
  /** Types a text into an element, as with the keyboard. */
  readonly type: (selector: string, text: string) => Promise<void>;
  /** Chooses the option of a `select` with these words. */
  readonly select: (selector: string, option: string) => Promise<void>;
  /** Presses a key on what has the focus. */
  readonly pressKey: (key: Key) => Promise<void>;
  /** Presses a key with Control held. */
  readonly pressControl: (key: string) => Promise<void>;
  /** Moves the mouse with its button held from one point to another, and on by a pixel until `arrived` is true. */
  readonly drag: (from: Point, to: Point, arrived: () => Promise<boolean>) => Promise<void>;
  /** Chooses a file in an input. */
  readonly choose: (selector: string, path: string) => Promise<void>;
  /** Does the work inside of a frame. */
  readonly inFrame: (selector: string, work: () => Promise<void>) => Promise<void>;
  /** A picture of the screen as PNG. */
  readonly screenshot: () => Promise<Buffer>;
  readonly close: () => Promise<void>;
};

/** Calls `move` with the next of two neighboring points until `arrived` is true: a hand is never still. */
export async function moveUntil(
  to: Point,
  arrived: () => Promise<boolean>,
  move: (point: Point) => Promise<unknown>,
): Promise<void> {
  for (let pixel = 0; !(await arrived()); pixel = 1 - pixel) await move({ ...to, y: to.y + pixel });
}
