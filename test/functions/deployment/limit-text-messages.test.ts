import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { lambdaContext } from '../../support/call.ts';

/* The custom resource that limits the cost of text messages, against an HTTP server with the responses of SNS. */

/** The monthly limit that AWS allows the account; a new account has one dollar. */
let quota = 1;
let limit: string | null;
let type: string | null;
let server: Server;
let deploy: (dollars: number) => Promise<void>;

beforeAll(async () => {
  server = createServer(async (request, response) => {
    const form = new URLSearchParams(await text(request));
    const asked = attribute(form, 'MonthlySpendLimit');
    const allowed = form.get('Action') === 'SetSMSAttributes' && Number(asked) <= quota;
    if (allowed) [limit, type] = [asked, attribute(form, 'DefaultSMSType')];
    response.writeHead(allowed ? 200 : 400, { 'content-type': 'text/xml' });
    response.end(allowed ? DONE : REFUSED);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  Object.assign(process.env, {
    AWS_ENDPOINT_URL_SNS: `http://127.0.0.1:${port}`,
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'here',
    AWS_SECRET_ACCESS_KEY: 'here',
  });
  const { handler } = await import('#functions/deployment/limitTextMessages.ts');
  deploy = (dollars) => {
    process.env.TEXT_MESSAGE_DOLLARS = String(dollars);
    return handler({}, lambdaContext());
  };
});
afterAll(() => {
  server.close();
});

function attribute(form: URLSearchParams, name: string): string | null {
  const [key] = [...form].find(([, value]) => value === name) ?? [];
  return key ? form.get(key.replace(/key$/, 'value')) : null;
}

const DONE =
  '<SetSMSAttributesResponse xmlns="http://sns.amazonaws.com/doc/2010-03-31/"><SetSMSAttributesResult/><ResponseMetadata><RequestId>r</RequestId></ResponseMetadata></SetSMSAttributesResponse>';
const REFUSED =
  '<ErrorResponse xmlns="http://sns.amazonaws.com/doc/2010-03-31/"><Error><Type>Sender</Type><Code>InvalidParameter</Code><Message>Invalid parameter: MonthlySpendLimit</Message></Error><RequestId>r</RequestId></ErrorResponse>';

test('sets the monthly limit and the transactional type; repeating it changes nothing', async () => {
  await deploy(1);
  await deploy(1);
  expect([limit, type]).toEqual(['1', 'Transactional']);
});

test('stops the deployment with an error message if AWS does not allow the limit', async () => {
  await expect(deploy(50)).rejects.toThrow(
    /^AWS does not allow this account to spend \$50 a month on text messages yet: ask for more \(docs\/operations\.md, "Text messages near their limit"\), or set textMessages\.monthlyDollars/,
  );
  expect(limit).toBe('1');
  quota = 100;
  await deploy(50);
  expect(limit).toBe('50');
});
