// Progress on standard error: one line per result, and "n of all" with the rate and the failures so far. A terminal
// keeps that in its last line; a file gets it only now and then.

import type picocolors from 'picocolors';
import type { Clock } from '../wire/time/clock.ts';
import { type CaseResult, isKnown } from '../runner/result.ts';
import { resultLine } from './console.ts';

/** Milliseconds between two progress lines in a file. */
const seldom = 15_000;
const eraseLine = '\r\u001B[K';

export interface ProgressOptions {
  /** The number of cases in the run. */
  readonly all: number;
  readonly write: (text: string) => void;
  /** Whether the last line can be overwritten. */
  readonly terminal: boolean;
  readonly colors: ReturnType<typeof picocolors.createColors>;
  readonly clock: Clock;
}

export class Progress {
  readonly #options: ProgressOptions;
  readonly #counts = new Map<CaseResult['outcome'] | 'known', number>();
  readonly #began: number;
  #done = 0;
  #said: number;

  constructor(options: ProgressOptions) {
    this.#options = options;
    this.#began = options.clock.monotonic();
    this.#said = this.#began;
    if (options.terminal) options.write(this.#line());
  }

  /** Prints a result. */
  add(result: CaseResult): void {
    const { write, terminal, colors, clock, all } = this.#options;
    const kind = isKnown(result) ? 'known' : result.outcome;
    this.#counts.set(kind, (this.#counts.get(kind) ?? 0) + 1);
    // Cases that never started get no line: there may be hundreds.
    const line = result.outcome === 'not-run' && result.milliseconds === 0 ? '' : `${resultLine(result, colors)}\n`;
    this.#done += 1;
    if (terminal) {
      write(`${eraseLine}${line}${this.#line()}`);
      return;
    }
    const now = clock.monotonic();
    const due = now - this.#said >= seldom && this.#done < all;
    if (due) this.#said = now;
    write(due ? `${line}${this.#line()}\n` : line);
  }

  /** Prints a message between the results. */
  say(text: string): void {
    const { write, terminal } = this.#options;
    write(terminal ? `${eraseLine}${text}\n${this.#line()}` : `${text}\n`);
  }

  /** Erases the progress line, before the report is printed. */
  end(): void {
    if (this.#options.terminal) this.#options.write(eraseLine);
  }

  #line(): string {
    const count = (kind: CaseResult['outcome'] | 'known') => this.#counts.get(kind) ?? 0;
    const done = this.#done - count('not-run');
    const seconds = (this.#options.clock.monotonic() - this.#began) / 1000;
    const rate = done === 0 || seconds <= 0 ? '' : `, ${(done / seconds).toFixed(1)}/s`;
    const errored = count('errored') === 0 ? '' : `, ${count('errored')} errored`;
    const known = count('known') === 0 ? '' : `, ${count('known')} known`;
    return `${done} of ${this.#options.all} cases${rate}, ${count('failed')} failed${known}${errored}`;
  }
}
