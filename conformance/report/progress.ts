// How far a run is, on standard error: a line per result, and "n of all" with the rate and the failures so far. A terminal keeps that in its last line; a file
// gets it seldom, so that a log does not say everything twice.

import type picocolors from 'picocolors';
import type { Clock } from '../wire/time/clock.ts';
import { type CaseResult, isKnown } from '../runner/result.ts';
import { resultLine } from './console.ts';

/** Milliseconds between two looks at how far the run is, where they stay. */
const seldom = 15_000;
const eraseLine = '\r\u001B[K';

export interface ProgressOptions {
  /** Cases of the run. */
  readonly all: number;
  readonly write: (text: string) => void;
  /** Whether the last line can be written again. */
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

  /** Says a result. */
  add(result: CaseResult): void {
    const { write, terminal, colors, clock, all } = this.#options;
    const kind = isKnown(result) ? 'known' : result.outcome;
    this.#counts.set(kind, (this.#counts.get(kind) ?? 0) + 1);
    // Cases that were never begun have no line of their own: there may be hundreds.
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

  /** Says what has to be seen beside the results. */
  say(text: string): void {
    const { write, terminal } = this.#options;
    write(terminal ? `${eraseLine}${text}\n${this.#line()}` : `${text}\n`);
  }

  /** Takes the last line away; what follows is the report. */
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
