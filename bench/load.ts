import { Agent, request } from 'node:http';

/* A load generator: a fixed number of requests over a few keep-alive connections, with their durations. */

export type LoadRequest = {
  readonly path: string;
  readonly method: 'GET' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
};
const CONCURRENCY = 4;

/** Sends `count` requests; returns their durations in milliseconds. Throws if a response is not 200. */
export async function load(
  origin: string,
  shot: () => LoadRequest,
  count: number,
): Promise<number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONCURRENCY });
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
  agent.destroy();
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

/** The median; of an even number of values the larger one of the middle. */
export const median = (numbers: readonly number[]): number =>
  [...numbers].sort((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? 0;

export const round = (milliseconds: number) => Math.round(milliseconds * 100) / 100;
