// From raw lines of a log file to what a reader gets: older lines and the other stream left out, times put in front where asked for, cut at
// the limit. Keeps only what the next line needs. No I/O.

import { parseTime } from '../../shared/object/time.ts';
import { fixedTime, LineSplitter, parseLogLine } from './log-line.ts';
import type { LogOptions } from './log-options.ts';

const lineFeed = 0x0a;

export class LogWriter {
  readonly #options: LogOptions;
  readonly #splitter = new LineSplitter();
  #left: number;
  /** Whether the next text begins a line: an entry that continues another gets no time. */
  #atLineStart = true;

  constructor(options: LogOptions) {
    this.#options = options;
    this.#left = options.limitBytes ?? Number.POSITIVE_INFINITY;
  }

  /** Nothing more will come out. */
  get full(): boolean {
    return this.#left <= 0;
  }

  /** What these bytes of the file give. */
  push(bytes: Buffer): Buffer {
    return this.#limited(this.#splitter.push(bytes).flatMap((line) => this.#text(line)));
  }

  /** What an unfinished last line gives, when nothing more is written to this file. */
  finish(): Buffer {
    const rest = this.#splitter.rest();
    return this.#limited(rest.length === 0 ? [] : this.#text(rest));
  }

  #text(raw: Buffer): readonly Buffer[] {
    const line = parseLogLine(raw);
    if (line === undefined) return [];
    const { since, timestamps, stream } = this.#options;
    if (stream !== undefined && line.stream !== stream) return [];
    if (since !== undefined && (parseTime(line.time) ?? 0) < since) return [];
    const lead = timestamps && this.#atLineStart ? [Buffer.from(`${fixedTime(line.time)} `)] : [];
    this.#atLineStart = line.text.at(-1) === lineFeed;
    return [...lead, line.text];
  }

  #limited(parts: readonly Buffer[]): Buffer {
    const whole = Buffer.concat(parts);
    const cut = whole.length > this.#left ? whole.subarray(0, this.#left) : whole;
    this.#left -= cut.length;
    return cut;
  }
}
