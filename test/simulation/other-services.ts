import { S3Client } from '@aws-sdk/client-s3';
import { Client } from '@smithy/core/client';
import { pages } from '#functions/gateways/pages.ts';
import { operationOf } from '../support/operation-name.ts';
import type { InjectedFault, Processes } from './processes.ts';
import type { World } from './world.ts';

/*
 * The services besides the table, Stripe, the event bus and SNS: email, live hints, stored files, push services and the pages of
 * links. Each request is an effect that waits at a gate. Only emails are kept, because they contain codes.
 */

const OPERATIONS: readonly string[] = ['SendEmail', 'EventPublish', 'PutObject', 'DeleteObject'];
/** The addresses of the devices of a history begin with this, as those of a real push service do. */
export const PUSH_SERVICE = 'https://fcm.googleapis.com/';

/** Installs the interceptors; call before those of the table and Stripe, which pass on what is not theirs. */
export function interceptOtherServices(processes: Processes, world: () => World): void {
  const request = <Answer>(description: string, answer: () => Answer) =>
    processes.perform({ service: 'phone', writes: true, description }, async (fault) =>
      answered(fault, answer),
    ) as Promise<Answer>;

  const { send } = Client.prototype;
  Client.prototype.send = function intercepted(this: unknown, ...sent: [{ input: object }]) {
    const [command] = sent;
    const operation = operationOf(command);
    if (OPERATIONS.includes(operation))
      return request(operation, () => keepEmail(world(), operation, command.input));
    // An operator who deletes an account lists its pictures; those of a history are not kept.
    return this instanceof S3Client ? Promise.resolve({}) : Reflect.apply(send, this, sent);
  } as typeof send;

  const fetched = globalThis.fetch;
  globalThis.fetch = ((target: string | URL, init?: RequestInit) =>
    String(target).startsWith(PUSH_SERVICE)
      ? request('push', () => new Response(null, { status: 201 }))
      : fetched(target, init)) as typeof fetch;

  const page = () => ({ html: '<p>No link.</p>' });
  const read = () => request('page', page).catch(() => ({ fault: 'NO_ANSWER' }));
  Object.assign(pages, { read });
}

type Email = {
  readonly Destination: { readonly ToAddresses: readonly string[] };
  readonly Content: {
    readonly Simple: { readonly Body: { readonly Text: { readonly Data: string } } };
  };
};

function keepEmail({ emails }: World, operation: string, input: object): object {
  if (operation === 'SendEmail') {
    const { Destination, Content } = input as Email;
    emails.push({ to: Destination.ToAddresses[0] ?? '', body: Content.Simple.Body.Text.Data });
  }
  return {};
}

const NO_RESPONSE: readonly InjectedFault[] = [
  'failed',
  'responseLost',
  'throttled',
  'serverError',
];

function answered<Answer>(fault: InjectedFault, answer: () => Answer): Answer {
  if (NO_RESPONSE.includes(fault))
    throw Object.assign(new Error('no response'), { name: 'TimeoutError' });
  return answer();
}
