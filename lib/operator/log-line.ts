/** A log line of a function. */
export type LogLine = {
  /** The id of the line in CloudWatch Logs Insights (`@ptr`). */
  readonly pointer: string;
  /** `2026-11-21 09:30:00.123`, UTC. */
  readonly at: string;
  readonly functionName: string;
  readonly message: string;
  /** The JSON that the functions' logger wrote; undefined for a line of the Lambda runtime. */
  readonly logged: Readonly<Record<string, unknown>> | undefined;
  readonly requestId?: string | undefined;
  readonly build?: string | undefined;
  readonly eventId?: string | undefined;
  readonly causedBy?: string | undefined;
};

/** Fields that are the same on every line of a function, or are printed separately. */
const PRINTED_ELSEWHERE =
  /^(level|message|timestamp|service|cold_start|function_\w+|sampling_rate|xray_trace_id|build|error|causedBy)$/;

/** Parses a row of CloudWatch Logs Insights. `prefix` is the common prefix of the log group names. */
export function readLogLine(fields: Readonly<Record<string, string>>, prefix: string): LogLine {
  const { '@message': message = '', '@log': log = '', '@timestamp': at = '' } = fields;
  const logged = parsed(message);
  const text = (key: string) => (typeof logged?.[key] === 'string' ? logged[key] : undefined);
  return {
    pointer: fields['@ptr'] ?? `${log} ${at} ${message}`,
    at,
    functionName: log.slice(log.indexOf(prefix) + prefix.length),
    message,
    logged,
    requestId: text('function_request_id'),
    build: text('build'),
    eventId: text('eventId'),
    causedBy: text('causedBy'),
  };
}

function parsed(message: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(message);
    return typeof value === 'object' && value !== null ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}

/** Formats a log line as time, function and message, with stack frames on separate lines. START and END lines are dropped. */
export function formatLogLine(
  line: LogLine,
  readable: (text: string) => string,
): readonly string[] {
  const begin = `${line.at}  ${line.functionName}  `;
  if (line.logged) {
    const { level = '', message = '', error } = line.logged;
    const rest = Object.entries(line.logged).filter(([key]) => !PRINTED_ELSEWHERE.test(key));
    const more = rest.map(([key, value]) => `${key}=${textOf(value)}`);
    const first = begin + [String(level), String(message), ...more].filter(Boolean).join('  ');
    return [readable(first), ...errorLines(error).map((text) => `    ${readable(text)}`)];
  }
  const took = /^REPORT .*?\bDuration: ([\d.]+) ms/.exec(line.message)?.[1];
  if (took) {
    const cold = /\bInit Duration: ([\d.]+) ms/.exec(line.message)?.[1];
    return [`${begin}ended after ${took} ms${cold ? `, started cold in ${cold} ms` : ''}`];
  }
  if (/^(START|END|INIT_START) /.test(line.message)) return [];
  return [begin + readable(line.message.trim())];
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));

/** The stack of an error, followed by the stacks of its causes. */
function errorLines(error: unknown): readonly string[] {
  if (typeof error !== 'object' || error === null) return [];
  const { name, message, stack, cause } = error as Readonly<Record<string, unknown>>;
  const own = typeof stack === 'string' ? stack.split('\n') : [`${name}: ${message}`];
  const causes = errorLines(cause);
  const [first, ...others] = causes;
  return [...own, ...(first === undefined ? [] : [`caused by ${first}`, ...others])];
}
