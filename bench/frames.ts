import type { CDPSession, Page } from 'playwright-core';
import { round } from './load.ts';

/* Scrolls through a page on a slowed CPU, and counts the frames that came late. */

/** A frame that takes longer (ms) than two of a display with 60 a second is a dropped one. */
const LATE = 34;
/** How fast (px/s) a hard flick of a finger scrolls. */
const SPEED = 8_000;

export type Scrolling = {
  readonly pixels: number;
  readonly frames: number;
  readonly dropped: number;
  readonly longestFrame: number;
  /** Frames in which the middle of the screen showed no row. */
  readonly blank: number;
  /** The tasks of the page's main thread that took too much CPU for one frame, and the longest one (ms). */
  readonly longTasks: number;
  readonly longestTask: number;
};

/** Slows the CPU of the page by this factor. */
export async function slowedBy(page: Page, rate: number): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate });
  return session;
}

/** Scrolls by this many pixels, down if positive, as a wheel does. `row` selects what must be in the middle. */
export async function scrolled(
  page: Page,
  session: CDPSession,
  { pixels, row }: { pixels: number; row: string },
): Promise<Scrolling> {
  const tasks = await recordTasks(page);
  await recordFrames(page, row);
  await session.send('Input.synthesizeScrollGesture', {
    x: 195,
    y: 400,
    yDistance: -pixels,
    speed: SPEED,
    gestureSourceType: 'mouse',
    preventFling: true,
  });
  const frames = await recordedFrames(page);
  return { pixels, ...frames, ...(await tasks.end()) };
}

/** Starts to record frames in the page. */
const recordFrames = (page: Page, row: string): Promise<void> =>
  page.evaluate((selector) => {
    const record = {
      times: [] as number[],
      blank: 0,
      stopped: false,
      frame(now: number) {
        if (record.stopped) return;
        record.times.push(now);
        const middle = document.elementFromPoint(innerWidth / 2, innerHeight / 2);
        if (!middle?.closest(selector)) record.blank += 1;
        requestAnimationFrame(record.frame);
      },
    };
    requestAnimationFrame(record.frame);
    Object.assign(window, { record });
  }, row);

type Frames = Pick<Scrolling, 'frames' | 'dropped' | 'longestFrame' | 'blank'>;

async function recordedFrames(page: Page): Promise<Frames> {
  const { times, blank } = await page.evaluate(() => {
    const { record } = window as unknown as {
      record: { times: number[]; blank: number; stopped: boolean };
    };
    record.stopped = true;
    return record;
  });
  const lengths = times.slice(1).map((time, place) => time - (times[place] ?? time));
  return {
    frames: lengths.length,
    dropped: lengths.filter((length) => length > LATE).length,
    longestFrame: round(Math.max(...lengths)),
    blank,
  };
}

type TraceEvent = {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  /** The CPU time (µs), which does not depend on what else the machine does. */
  readonly tdur?: number;
  readonly args: { readonly name?: string };
};

/** Records the CPU time of the tasks of the page's main thread. */
async function recordTasks(page: Page) {
  const browser = page.context().browser();
  if (!browser) throw new Error('the page has no browser');
  await browser.startTracing(page, { categories: ['toplevel', '__metadata'] });
  return {
    async end(): Promise<Pick<Scrolling, 'longTasks' | 'longestTask'>> {
      const { traceEvents } = JSON.parse(String(await browser.stopTracing())) as {
        traceEvents: TraceEvent[];
      };
      const isMain = traceEvents
        .filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain')
        .map(({ pid, tid }) => `${pid} ${tid}`);
      const times = traceEvents
        .filter(({ tdur, pid, tid }) => tdur !== undefined && isMain.includes(`${pid} ${tid}`))
        .map(({ tdur = 0 }) => tdur / 1_000);
      return {
        longTasks: times.filter((time) => time > LATE).length,
        longestTask: round(Math.max(0, ...times)),
      };
    },
  };
}

/** The size of the document and of the JavaScript heap after a garbage collection. */
export async function sizes(session: CDPSession) {
  await session.send('HeapProfiler.collectGarbage');
  await session.send('Performance.enable');
  const { metrics } = await session.send('Performance.getMetrics');
  const metric = (name: string) => metrics.find((one) => one.name === name)?.value ?? 0;
  return { nodes: metric('Nodes'), heapMegabytes: round(metric('JSHeapUsedSize') / 2 ** 20) };
}
