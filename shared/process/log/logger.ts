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
  /**
   * Lines are for the journal of systemd: each has its level in front as `<N>`, and text has neither time nor level of its
   * own. Default false.
   */
  readonly journal?: boolean;
  /** Where lines go, whole and ending with a newline; default standard error. */
  readonly sink?: { write(line: string): unknown };
}

/** Priorities of the journal. */
const priority: Readonly<Record<LogLevel, number>> = { debug: 7, info: 6, warn: 4, error: 3 };

const rank: Readonly<Record<LogLevel, number>> = { debug: 20, info: 30, warn: 40, error: 50 };

/** Most characters of a message and of each field's text: responses of other programs must not fill the log. */
const longestText = 4096;

/** Names of fields whose values never reach a line. */
const secretName =
  /^(?:.*[-_.])?(?:token|password|secret|authorization|cookie|private-?key|client-?secret|bearer-?token)$/i;

/** Writes synchronously: a line is out before the call returns, so none is lost when the process dies. */
export function createLogger(options: LoggerOptions = {}): Log {
  const level = options.level ?? 'info';
  const sink = options.sink ?? standardError();
  const journal = options.journal ?? false;
  const begin = journal ? journalBegin : options.format === 'json' ? () => '' : textBegin;
  return options.format === 'json' ? jsonLog(level, sink, begin) : textLog(rank[level], sink, begin, '');
}

/** Returns the prefix of a line. */
type Begin = (level: LogLevel) => string;

const journalBegin: Begin = (level) => `<${priority[level]}>`;
const textBegin: Begin = (level) => `${new Date().toISOString()} ${level.toUpperCase().padEnd(5)} `;

/** When the reader of the log disconnects, lines are lost, but the process continues. */
function standardError(): { write(line: string): unknown } {
  const destination = pino.destination({ fd: 2, sync: true });
  destination.on('error', () => {});
  return destination;
}

function jsonLog(level: LogLevel, sink: { write(line: string): unknown }, begin: Begin): Log {
  // Lines are written one by one: this is the level of the current one.
  let current: LogLevel = level;
  const destination = { write: (line: string): void => void sink.write(`${begin(current)}${line}`) };
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
  const line = (logger: pino.Logger, own: LogLevel) => (message: string, fields?: LogFields) => {
    current = own;
    logger[own](printable(fields), cut(message));
  };
  const over = (logger: pino.Logger): Log => ({
    debug: line(logger, 'debug'),
    info: line(logger, 'info'),
    warn: line(logger, 'warn'),
    error: line(logger, 'error'),
    child: (fields) => over(logger.child(printable(fields))),
  });
  return over(root);
}

function textLog(threshold: number, sink: { write(line: string): unknown }, begin: Begin, suffix: string): Log {
  const line = (level: LogLevel) =>
    rank[level] < threshold
      ? () => {}
      : (message: string, fields?: LogFields) => {
          sink.write(`${begin(level)}${oneLine(cut(message))}${asText(fields)}${suffix}\n`);
        };
  return {
    debug: line('debug'),
    info: line('info'),
    warn: line('warn'),
    error: line('error'),
    child: (fields) => textLog(threshold, sink, begin, asText(fields) + suffix),
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
    else if (typeof value === 'string') result[name] = cut(value);
    else result[name] = typeof value === 'bigint' ? String(value) : value;
  }
  return result;
}

function errorFields(error: Error, depth: number): Record<string, unknown> {
  return {
    name: error.name,
    message: cut(error.message),
    ...(error.stack === undefined ? {} : { stack: stackOf(error, error.stack) }),
    ...(error.cause instanceof Error && depth < 5 ? { cause: errorFields(error.cause, depth + 1) } : {}),
  };
}

/** The stack without a message that is too long. */
function stackOf({ message }: Error, stack: string): string {
  return cut(message.length > longestText ? stack.replace(message, () => '(...)') : stack);
}

function cut(text: string): string {
  if (text.length <= longestText) return text;
  return `${text.slice(0, longestText)}... (${text.length - longestText} more characters)`;
}
