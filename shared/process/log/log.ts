// The logging contract: structured, one line per event, secrets never. `pino` stands behind it in programs (`logger.ts`);
// the library is silent unless its caller passes one.

export type LogFields = Readonly<Record<string, unknown>>;

export interface Log {
  debug(message: string, fields?: LogFields): void;
  info(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  error(message: string, fields?: LogFields): void;
  /** A log whose lines all carry these fields. */
  child(fields: LogFields): Log;
}

/** A log that drops everything. */
export const silentLog: Log = {
  debug() {},
  info() {},
  warn() {},
  error() {},
  child: () => silentLog,
};
