import type { Context } from 'aws-lambda';
import { machineTime } from './gateways/clock.ts';

/*
 * The log of the functions: a line of JSON for each entry. Lambda stores the lines; alarms and the queries of operators read
 * their fields.
 */

const LEVELS = ['TRACE', 'DEBUG', 'INFO', 'WARN', 'ERROR', 'SILENT'] as const;
type Level = (typeof LEVELS)[number];

/** An error, or fields of the line; an error among them is under `error`. */
type Details = Error | Readonly<Record<string, unknown>>;

/** The log of a function. Each entry has the fields of the current call, as far as they are set. */
export type Logger = {
  info(message: string, details?: Details): void;
  warn(message: string, details?: Details): void;
  error(message: string, details?: Details): void;
  /** Sets the fields that identify the call. */
  addContext(context: Context): void;
  /** Adds fields to every line of the call. */
  appendKeys(fields: Readonly<Record<string, unknown>>): void;
  /** Forgets the added fields, at the end of the call. */
  resetKeys(): void;
};

/**
 * Makes the log of a function. Of an error it writes only the fields that help to find the cause: the errors of the payment
 * provider contain the whole payment with its secret, and the card. Each line names the build, whose archived source maps make
 * stack traces readable.
 */
export function logOf(service: string): Logger {
  let call: object = {};
  let added: object = {};
  let cold_start = true;
  const write = (level: Level, message: string, details: Details = {}): void => {
    if (LEVELS.indexOf(level) < LEVELS.indexOf(lowestLevel())) return;
    const line = {
      level,
      message,
      timestamp: machineTime().toISOString(),
      service,
      ...call,
      xray_trace_id: traceId(),
      build: process.env.BUILD,
      ...added,
      ...(details instanceof Error ? { error: details } : details),
    };
    process.stdout.write(`${JSON.stringify(line, replaceError)}\n`);
  };
  return {
    info: (message, details) => write('INFO', message, details),
    warn: (message, details) => write('WARN', message, details),
    error: (message, details) => write('ERROR', message, details),
    addContext: ({ invokedFunctionArn, memoryLimitInMB, functionName, awsRequestId }) => {
      call = {
        cold_start,
        function_arn: invokedFunctionArn,
        function_memory_size: memoryLimitInMB,
        function_name: functionName,
        function_request_id: awsRequestId,
      };
      cold_start = false;
    },
    appendKeys: (fields) => {
      added = { ...added, ...fields };
    },
    resetKeys: () => {
      added = {};
    },
  };
}

/** The lowest level that is written: LOG_LEVEL. */
function lowestLevel(): Level {
  return LEVELS.find((level) => level === process.env.LOG_LEVEL) ?? 'INFO';
}

const traceId = () => /Root=([^;]+)/.exec(process.env._X_AMZN_TRACE_ID ?? '')?.[1];

const replaceError = (_key: string, value: unknown): unknown =>
  value instanceof Error ? loggedFields(value) : value;

function loggedFields(fault: Error): object {
  const { name, message, stack, cause } = fault;
  const { code, requestId } = fault as { code?: unknown; requestId?: unknown };
  return {
    name,
    message,
    stack,
    ...(typeof code === 'string' && { code }),
    ...(typeof requestId === 'string' && { requestId }),
    ...(cause instanceof Error && { cause: loggedFields(cause) }),
  };
}
