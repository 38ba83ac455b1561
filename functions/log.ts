import { Logger } from '@aws-lambda-powertools/logger';

/**
 * The log of a function. Of a fault it carries what finds it again, and nothing else that a library hung onto it:
 * the card provider's own errors hold the whole payment with its secret, and the card. Each line names the build, whose
 * archived source maps make a stack readable.
 */
export function logOf(serviceName: string): Logger {
  return new Logger({
    serviceName,
    persistentKeys: { build: process.env.BUILD },
    jsonReplacerFn: (_key, value) => (value instanceof Error ? told(value) : value),
  });
}

function told(fault: Error): object {
  const { name, message, stack, cause } = fault;
  const { code, requestId } = fault as { code?: unknown; requestId?: unknown };
  return {
    ...{ name, message, stack },
    ...(typeof code === 'string' && { code }),
    ...(typeof requestId === 'string' && { requestId }),
    ...(cause instanceof Error && { cause: told(cause) }),
  };
}
