import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { CloudFormationCustomResourceEvent } from 'aws-lambda';

export type CloudFormation = {
  /** The results that functions sent, oldest first. */
  readonly outcomes: Record<string, unknown>[];
  /** The HTTP status of the server's next responses. */
  status: number;
  readonly event: (
    properties?: Readonly<Record<string, unknown>>,
    type?: CloudFormationCustomResourceEvent['RequestType'],
  ) => CloudFormationCustomResourceEvent;
  readonly stop: () => void;
};

/** Starts a fake CloudFormation endpoint, to which the function of a custom resource reports its result. */
export async function startCloudFormation(): Promise<CloudFormation> {
  const server = createServer(async (request, response) => {
    cloudFormation.outcomes.push(JSON.parse(await text(request)));
    response.writeHead(cloudFormation.status).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const cloudFormation: CloudFormation = {
    outcomes: [],
    status: 200,
    event: (properties = {}, RequestType = 'Create') =>
      ({
        StackId: 'stack',
        RequestId: 'request',
        LogicalResourceId: 'Resource',
        RequestType,
        ServiceToken: 'function',
        ResponseURL: `http://127.0.0.1:${port}/outcome`,
        ResourceType: 'AWS::CloudFormation::CustomResource',
        ResourceProperties: { ServiceToken: 'function', ...properties },
      }) as CloudFormationCustomResourceEvent,
    stop: () => server.close(),
  };
  return cloudFormation;
}
