// Audit events as lines of a file or of standard output. Events that come while a write is under way leave together in the
// next one, so that many requests wait for one write. When a write fails its events are lost: they are counted, the log
// says so once until it works again, and (mode blocking-strict) requests are refused.

import type { Counter } from '../../shared/process/metric/metrics.ts';
import type { Log } from '../../shared/process/log/log.ts';
import type { AuditEvent } from './audit-event.ts';
import type { AuditSink } from './audit-sink.ts';
import { type AuditFormat, eventLine } from './event-text.ts';

export const auditModes = ['blocking', 'batch', 'blocking-strict'] as const;
export type AuditMode = (typeof auditModes)[number];

/** Size of the queue in mode batch; events beyond it are lost. */
const mostWaiting = 10_000;

/** Where lines go. */
export interface LineWriter {
  /** Not called again before it has ended. */
  append(lines: readonly Buffer[]): Promise<void>;
  close(): Promise<void>;
}

export interface LogSinkOptions {
  readonly writer: LineWriter;
  readonly format: AuditFormat;
  /** `blocking`: a request waits until its event is written; `batch`: it does not; `blocking-strict`: it fails without. */
  readonly mode: AuditMode;
  readonly log: Log;
  /** Counts lost events by label `plugin`. */
  readonly errors: Counter;
}

export class LogSink implements AuditSink {
  readonly strict: boolean;
  readonly #options: LogSinkOptions;
  #waiting: { readonly line: Buffer; readonly done: (written: boolean) => void }[] = [];
  #writing: Promise<void> | undefined;
  #failing = false;

  constructor(options: LogSinkOptions) {
    this.#options = options;
    this.strict = options.mode === 'blocking-strict';
  }

  record(event: AuditEvent): Promise<boolean> {
    const batch = this.#options.mode === 'batch';
    if (batch && this.#waiting.length >= mostWaiting) {
      this.#lost(1, new Error('too many audit events wait to be written'));
      return Promise.resolve(false);
    }
    const line = eventLine(event, this.#options.format);
    if (batch) {
      this.#add(line, () => {});
      return Promise.resolve(true);
    }
    return new Promise((resolve) => this.#add(line, resolve));
  }

  async close(): Promise<void> {
    await this.#writing;
    await this.#options.writer.close();
  }

  #add(line: Buffer, done: (written: boolean) => void): void {
    this.#waiting.push({ line, done });
    this.#writing ??= this.#write();
  }

  async #write(): Promise<void> {
    // What the rest of this turn records belongs to the first write.
    await Promise.resolve();
    while (this.#waiting.length > 0) {
      const batch = this.#waiting;
      this.#waiting = [];
      const written = await this.#append(batch.map(({ line }) => line));
      for (const { done } of batch) done(written);
    }
    this.#writing = undefined;
  }

  async #append(lines: readonly Buffer[]): Promise<boolean> {
    try {
      await this.#options.writer.append(lines);
    } catch (error) {
      this.#lost(lines.length, error);
      return false;
    }
    if (this.#failing) this.#options.log.info('audit events are written again');
    this.#failing = false;
    return true;
  }

  #lost(count: number, error: unknown): void {
    this.#options.errors.increment({ plugin: 'log' }, count);
    if (!this.#failing) this.#options.log.error('audit events are lost', { error });
    this.#failing = true;
  }
}

/** Lines on a stream of the process, such as its standard output. */
export function streamWriter(stream: NodeJS.WritableStream): LineWriter {
  return {
    append: (lines) =>
      new Promise((resolve, reject) => {
        stream.write(Buffer.concat(lines), (error) => (error ? reject(error) : resolve()));
      }),
    close: () => Promise.resolve(),
  };
}
