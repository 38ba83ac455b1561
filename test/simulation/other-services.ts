import { S3Client } from '@aws-sdk/client-s3';
import { AwsClient, type AwsCommand } from '../../functions/aws/client.ts';
import { pages } from '../../functions/gateways/pages.ts';
import type { InjectedFault, Processes } from './processes.ts';
import type { World } from './world.ts';

/*
 * The services besides the table, Stripe, the event bus and SNS: e-mail, live hints, stored files, push services and the pages of
 * links. Each request is an effect that waits at a gate. Only e-mails are kept, because they contain codes.
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

  const send = AwsClient.prototype.send;
  AwsClient.prototype.send = function intercepted(this: AwsClient, command: AwsCommand) {
    return OPERATIONS.includes(command.operation)
      ? request(command.operation, () => keepEmail(world(), command))
      : send.call(this, command);
  } as typeof send;

  // An operator who deletes an account removes its pictures; those of a history are not kept.
  S3Client.prototype.send = (async () => ({})) as typeof S3Client.prototype.send;

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

function keepEmail({ emails }: World, { operation, input }: AwsCommand): object {
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
