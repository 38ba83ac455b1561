import { S3Client } from '@aws-sdk/client-s3';
import { pages } from '#functions/gateways/pages.ts';
import { intercept } from '#test/support/faults/boundary.ts';
import type { InjectedFault, Processes } from '#test/support/faults/processes.ts';
import type { World } from './world.ts';

/*
 * The services besides the table, Stripe, the event bus and SNS: email, live hints, stored files, push services and the pages of
 * links. Each request is an effect that waits at a gate. Emails are kept, because they contain codes, and the files of attachments.
 */

const OPERATIONS: readonly string[] = ['SendEmail', 'EventPublish'];
const FILE_OPERATIONS: readonly string[] = ['PutObject', 'GetObject', 'DeleteObject'];
/** The addresses of the devices of a history begin with this, as those of a real push service do. */
export const PUSH_SERVICE = 'https://fcm.googleapis.com/';

/** Holds the requests at gates; call before `interceptClients`, which has the table and Stripe. */
export function interceptOtherServices(processes: Processes, world: () => World): void {
  const request = <Answer>(description: string, answer: () => Answer) =>
    processes.perform({ service: 'phone', writes: true, description }, async (fault) =>
      answered(fault, answer),
    ) as Promise<Answer>;

  intercept(({ service, operation, input, url, client }, send) => {
    if (service === 'web' && url.startsWith(PUSH_SERVICE))
      return request('push', () => new Response(null, { status: 201 }));
    if (client instanceof S3Client && FILE_OPERATIONS.includes(operation)) {
      const writes = operation !== 'GetObject';
      return processes.perform(
        { service: 'phone', writes, description: operation },
        async (fault) => world().bucket.answer(operation, input, fault),
      );
    }
    if (service === 'aws' && OPERATIONS.includes(operation))
      return request(operation, () => keepEmail(world(), operation, input));
    // An operator who deletes an account lists its pictures; those of a history are not kept.
    return client instanceof S3Client ? Promise.resolve({}) : send();
  });

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
