import { Agent, request } from 'node:http';

/* A load generator: a fixed number of requests over a few keep-alive connections, with their durations. */

export type LoadRequest = {
  readonly path: string;
  readonly method: 'GET' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
};
export type Speed = {
  readonly requestsPerSecond: number;
  /** Percentiles of the durations in milliseconds. */
  readonly p50: number;
  readonly p99: number;
};

const CONCURRENCY = 8;
const WARM_UP = 100;

/** Sends `count` requests after a warm-up. Throws if a response is not 200. */
export async function speedOf(
  origin: string,
  shot: () => LoadRequest,
  count: number,
): Promise<Speed> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONCURRENCY });
  await sendConcurrently(origin, agent, shot, WARM_UP);
  const began = performance.now();
  const times = (await sendConcurrently(origin, agent, shot, count)).sort((a, b) => a - b);
  const seconds = (performance.now() - began) / 1_000;
  agent.destroy();
  const at = (share: number) => round(times[Math.ceil(times.length * share) - 1] ?? 0);
  return { requestsPerSecond: Math.round(count / seconds), p50: at(0.5), p99: at(0.99) };
}

async function sendConcurrently(
  origin: string,
  agent: Agent,
  shot: () => LoadRequest,
  count: number,
): Promise<number[]> {
  const times: number[] = [];
  let left = count;
  const worker = async () => {
    while (left > 0) {
      left -= 1;
      const began = performance.now();
      await send(origin, agent, shot());
      times.push(performance.now() - began);
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, worker));
  return times;
}

function send(
  origin: string,
  agent: Agent,
  { path, method, headers, body }: LoadRequest,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const asked = request(`${origin}${path}`, { agent, method, headers }, (answered) => {
      let text = '';
      answered.setEncoding('utf8').on('data', (part) => {
        text += part;
      });
      answered.on('end', () => {
        if (answered.statusCode === 200) resolve();
        else reject(new Error(`${path} answered ${answered.statusCode}: ${text.slice(0, 200)}`));
      });
    });
    asked.once('error', reject);
    asked.end(body);
  });
}

export const round = (milliseconds: number) => Math.round(milliseconds * 100) / 100;
