// The log of a program: one line per event to standard output or error, as JSON (pino) or as readable text. Values
// under names that speak of secrets are masked whatever the caller passes.

import pino from 'pino';

import type { Log, LogFields } from './log.ts';

export type LogLevel = 'debug' | 'info' | 'warn' | 'error';

export interface LoggerOptions {
  /** Lines below this level are dropped; default `info`. */
  readonly level?: LogLevel;
  /** Default `text`. */
  readonly format?: 'text' | 'json';
  /** Where lines go, whole and ending with a newline; default standard error. */
  readonly sink?: { write(line: string): unknown };
}

const rank: Readonly<Record<LogLevel, number>> = { debug: 20, info: 30, warn: 40, error: 50 };

/** Names of fields whose values never reach a line. */
const secretName =
  /^(?:.*[-_.])?(?:token|password|secret|authorization|cookie|private-?key|client-?secret|bearer-?token)$/i;

/** Writes synchronously: a line is out before the call returns, so none is lost when the process dies. */
export function createLogger(options: LoggerOptions = {}): Log {
  const level = options.level ?? 'info';
  const sink = options.sink ?? standardError();
  return options.format === 'json' ? jsonLog(level, sink) : textLog(rank[level], sink, '');
}

/** A reader that went away costs lines, not the process. */
function standardError(): { write(line: string): unknown } {
  const destination = pino.destination({ fd: 2, sync: true });
  destination.on('error', () => {});
  return destination;
}

function jsonLog(level: LogLevel, sink: { write(line: string): unknown }): Log {
  const destination = { write: (line: string): void => void sink.write(line) };
  const root = pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      messageKey: 'msg',
    },
    destination,
  );
  const over = (logger: pino.Logger): Log => ({
    debug: (message, fields) => logger.debug(printable(fields), message),
    info: (message, fields) => logger.info(printable(fields), message),
    warn: (message, fields) => logger.warn(printable(fields), message),
    error: (message, fields) => logger.error(printable(fields), message),
    child: (fields) => over(logger.child(printable(fields))),
  });
  return over(root);
}

function textLog(threshold: number, sink: { write(line: string): unknown }, suffix: string): Log {
  const line = (level: LogLevel) =>
    rank[level] < threshold
      ? () => {}
      : (message: string, fields?: LogFields) => {
          const time = new Date().toISOString();
          sink.write(`${time} ${level.toUpperCase().padEnd(5)} ${oneLine(message)}${asText(fields)}${suffix}\n`);
        };
  return {
    debug: line('debug'),
    info: line('info'),
    warn: line('warn'),
    error: line('error'),
    child: (fields) => textLog(threshold, sink, asText(fields) + suffix),
  };
}

function asText(fields: LogFields | undefined): string {
  return Object.entries(printable(fields))
    .map(([name, value]) => ` ${name}=${textOf(value)}`)
    .join('');
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return /^[^\s"=\p{Cc}]+$/u.test(value) ? value : JSON.stringify(value);
  return (
    JSON.stringify(value, (_, inner: unknown) => (typeof inner === 'bigint' ? String(inner) : inner)) ?? 'undefined'
  );
}

/** A client's text inside a message must not look like a line of its own. */
function oneLine(message: string): string {
  return message.replace(/[\p{Cc}\u2028\u2029]/gu, (character) => JSON.stringify(character).slice(1, -1));
}

/** A copy that can be written: secrets masked, errors as name, message and stack with their causes. */
function printable(fields: LogFields | undefined): Record<string, unknown> {
  const result: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(fields ?? {})) {
    if (value === undefined) continue;
    if (secretName.test(name)) result[name] = '[masked]';
    else if (value instanceof Error) result[name] = errorFields(value, 0);
    else result[name] = typeof value === 'bigint' ? String(value) : value;
  }
  return result;
}

function errorFields(error: Error, depth: number): Record<string, unknown> {
  return {
    name: error.name,
    message: error.message,
    ...(error.stack === undefined ? {} : { stack: error.stack }),
    ...(error.cause instanceof Error && depth < 5 ? { cause: errorFields(error.cause, depth + 1) } : {}),
  };
}
