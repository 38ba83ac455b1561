import type { IncomingHttpHeaders } from 'node:http';

/** A response with its whole body, whatever its status. */
export type AwsResponse = {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
};

/** An error that a service of AWS answered. `name`: its code, such as `ConditionalCheckFailedException`. */
export class AwsError extends Error {
  readonly status: number;
  readonly requestId: string | undefined;
  /** Of a canceled transaction: why each of its parts failed, in their order. */
  readonly CancellationReasons: readonly { readonly Code?: string }[] | undefined;

  constructor(
    name: string,
    message: string,
    of: Pick<AwsError, 'status' | 'requestId' | 'CancellationReasons'>,
  ) {
    super(message);
    this.name = name;
    this.status = of.status;
    this.requestId = of.requestId;
    this.CancellationReasons = of.CancellationReasons;
  }
}

/** Whether an error of AWS has this code. */
export const isAwsError = (fault: unknown, name: string): fault is AwsError =>
  fault instanceof Error && fault.name === name;

/** Reads the error of a response, in JSON or XML. */
export function awsError({ status, headers, body }: AwsResponse): AwsError {
  const requestId = header(headers['x-amzn-requestid'] ?? headers['x-amz-request-id']);
  const text = body.toString('utf8');
  const told = inJson(text);
  // `com.amazonaws.dynamodb.v20120810#ResourceNotFoundException`, sometimes followed by `:http://…`.
  const type = String(told?.__type ?? header(headers['x-amzn-errortype']) ?? inXml(text, 'Code'));
  const name = type.replace(/^.*#/, '').replace(/:.*$/, '') || `Http${status}`;
  const message = told?.message ?? told?.Message ?? inXml(text, 'Message');
  return new AwsError(name, message, {
    ...{ status, requestId },
    CancellationReasons: told?.CancellationReasons,
  });
}

/** The code and message of a JSON error; undefined for another body, such as a page of a proxy. */
function inJson(text: string): Told | undefined {
  try {
    return JSON.parse(text) as Told;
  } catch {
    return undefined;
  }
}

type Told = Partial<Pick<AwsError, 'CancellationReasons'>> & {
  readonly __type?: string;
  readonly message?: string;
  readonly Message?: string;
};

const header = (value: string | string[] | undefined) => (Array.isArray(value) ? value[0] : value);

const inXml = (text: string, element: string): string =>
  new RegExp(`<${element}>([^<]*)</${element}>`).exec(text)?.[1] ?? '';

/** The error of a try during which the connection was idle for too long. */
export const timeoutError = (host: string, milliseconds: number): Error =>
  Object.assign(new Error(`${host} did not answer within ${milliseconds} ms`), {
    name: 'TimeoutError',
  });
