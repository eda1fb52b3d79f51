// One set of programs for many mutants: mutants are switched while the programs run, so that a mutant costs no start. Effects
// of a mutant may outlast it: when one was noticed, the caller switches all off and checks whether the programs still work.
import { mkdtempSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startBench } from './benches.mjs';

/** Milliseconds between two checks that all programs have switched, and the limit for all of them. */
const pause = 5;
const longest = 3_000;

/** A bench and its switch. */
export class SwitchedBench {
  /** Number of mutants that were switched on. */
  met = 0;
  #bench;
  #folder;

  /** Starts the programs with no mutant switched on. `options` as of startBench, but for the environment. */
  static async start(kind, options) {
    const folder = mkdtempSync(join(tmpdir(), 'orchkit-switch-'));
    try {
      const bench = await startBench(kind, { ...options, environment: { ORCHKIT_MUTANT_SWITCH: folder } });
      return new SwitchedBench(kind, bench, folder);
    } catch (error) {
      rmSync(folder, { recursive: true, force: true });
      throw error;
    }
  }

  constructor(kind, bench, folder) {
    this.kind = kind;
    this.#bench = bench;
    this.#folder = folder;
  }

  /** The bench to run cases against. */
  get bench() {
    return this.#bench;
  }

  /** Switches this mutant on in all programs, or none (''). Resolves with whether all living programs have switched in time. */
  async turn(id) {
    const next = join(this.#folder, 'next');
    writeFileSync(next, id);
    renameSync(next, join(this.#folder, 'now'));
    for (let waited = 0; waited < longest; waited += pause) {
      await sleep(pause);
      if (this.#told().every((text) => text === id)) return true;
    }
    return false;
  }

  async close() {
    await this.#bench.close();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  /** The mutants that are switched on in the living programs. */
  #told() {
    return readdirSync(this.#folder)
      .filter((name) => name.endsWith('.active') && lives(Number(name.slice(0, -'.active'.length))))
      .map((name) => readFileSync(join(this.#folder, name), 'utf8'));
  }
}

function lives(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
