import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';

/* An HTTPS server before an emulator, which records what it answers and gives the same answers again. */

type Answered = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
};

/** Answers with these headers are computed for the connection, not by the emulator. */
const OF_CONNECTION = new Set(['connection', 'keep-alive', 'transfer-encoding', 'content-length']);

export class HttpsTape {
  readonly #server: Server;
  #tape: Promise<Answered>[] = [];
  #next = 0;
  #recording = false;

  private constructor(server: Server) {
    this.#server = server;
  }

  /** Starts a server before the emulator at `target`. */
  static async start(
    target: string,
    certificate: { readonly key: string; readonly cert: string },
  ): Promise<HttpsTape> {
    const server = createServer(certificate);
    const tape = new HttpsTape(server);
    server.on('request', async (request, response) => {
      const parts: Buffer[] = [];
      for await (const part of request) parts.push(part);
      const { status, headers, body } = await tape.#answer(() =>
        forward(`${target}${request.url}`, {
          method: request.method ?? 'GET',
          headers: request.headers as Record<string, string>,
          body: Buffer.concat(parts),
        }),
      );
      response.writeHead(status, { ...headers, 'content-length': body.length }).end(body);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return tape;
  }

  get url(): string {
    return `https://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Asks the emulator from now on, and records its answers. */
  record(): void {
    this.#tape = [];
    this.#recording = true;
  }

  /** Gives the recorded answers from now on, in their order, from the first. */
  rewind(): void {
    this.#recording = false;
    this.#next = 0;
  }

  stop(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  #answer(ask: () => Promise<Answered>): Promise<Answered> {
    if (this.#recording) {
      const answered = ask();
      this.#tape.push(answered);
      return answered;
    }
    const recorded = this.#tape[this.#next];
    this.#next += 1;
    return recorded ?? Promise.resolve({ status: 500, headers: {}, body: Buffer.from('{}') });
  }
}

async function forward(
  url: string,
  { method, headers, body }: { method: string; headers: Record<string, string>; body: Buffer },
): Promise<Answered> {
  const sent = Object.entries(headers).filter(
    ([name]) => !OF_CONNECTION.has(name) && name !== 'host' && name !== 'expect',
  );
  const answered = await fetch(url, {
    method,
    headers: Object.fromEntries(sent),
    ...(body.length > 0 && { body: new Uint8Array(body) }),
  });
  const kept = [...answered.headers].filter(
    ([name]) => !OF_CONNECTION.has(name) && name !== 'content-encoding',
  );
  return {
    status: answered.status,
    headers: Object.fromEntries(kept),
    body: Buffer.from(await answered.arrayBuffer()),
  };
}
