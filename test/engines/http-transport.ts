import { PATIENCE_MS } from '@replypaid/test-browser/patience';
import { COMMANDS, ELEMENT, type Transport } from './web-driver.ts';

/** Starts a session at a driver that speaks WebDriver over HTTP. `stop` ends the driver. */
export async function httpTransport(
  origin: string,
  capabilities: object,
  stop: () => Promise<void>,
): Promise<Transport> {
  const session = (await call(`${origin}/session`, 'POST', {
    capabilities: { alwaysMatch: capabilities },
  })) as { readonly sessionId: string };
  const base = `${origin}/session/${session.sessionId}`;
  const send: Transport['send'] = (command, given = {}) => {
    const [method, path] = COMMANDS[command];
    const { id, ...rest } = given as { id?: unknown };
    const own = path.includes(':id') ? rest : given;
    return call(`${base}/${path.replace(':id', String(id))}`.replace(/\/$/, ''), method, own);
  };
  return {
    send,
    frame: (id) => ({ id: id === undefined ? null : { [ELEMENT]: id } }),
    stop: async () => {
      await send('DeleteSession').catch(() => undefined);
      await stop();
    },
  };
}

/** WebKit never answers a script whose page is replaced meanwhile. phone.ts asks again. */
const SCRIPT_LIMIT_MS = 10_000;

async function call(address: string, method: string, given: object): Promise<unknown> {
  const response = await fetch(address, {
    method,
    ...(method === 'POST' && { body: JSON.stringify(given) }),
    signal: AbortSignal.timeout(address.endsWith('/execute/sync') ? SCRIPT_LIMIT_MS : PATIENCE_MS),
  }).catch((fault: Error) => {
    throw new Error(`${fault.message}: ${address}`);
  });
  const { value } = (await response.json()) as { value: { error?: string; message?: string } };
  if (!response.ok) throw new Error(`${value.error}: ${value.message}`);
  return value;
}
