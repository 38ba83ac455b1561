import { Logger } from '@aws-lambda-powertools/logger';

/**
 * Makes the logger of a function. For an error it logs only the fields that help to find the cause: the errors of the
 * payment provider contain the whole payment with its secret, and the card. Each line names the build, whose archived
 * source maps make stack traces readable.
 */
export function logOf(serviceName: string): Logger {
  return new Logger({
    serviceName,
    persistentKeys: { build: process.env.BUILD },
    jsonReplacerFn: (_key, value) => (value instanceof Error ? loggedFields(value) : value),
  });
}

function loggedFields(fault: Error): object {
  const { name, message, stack, cause } = fault;
  const { code, requestId } = fault as { code?: unknown; requestId?: unknown };
  return {
    ...{ name, message, stack },
    ...(typeof code === 'string' && { code }),
    ...(typeof requestId === 'string' && { requestId }),
    ...(cause instanceof Error && { cause: loggedFields(cause) }),
  };
}
