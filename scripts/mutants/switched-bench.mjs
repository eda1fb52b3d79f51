// One set of programs for many mutants: which one is switched on is changed while they run, so that a mutant costs no start.
// Effects of a mutant may outlast it. After one was noticed, the caller checks with all switched off whether the programs are sound.
import { mkdtempSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startBench } from './benches.mjs';

/** Milliseconds between two looks at whether all programs have switched, and for all of them. */
const pause = 5;
const longest = 3_000;

/** A bench and its switch. */
export class SwitchedBench {
  /** Mutants that it met. */
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

  /** What cases are run against. */
  get bench() {
    return this.#bench;
  }

  /** Switches this mutant on in all programs, or none (''). Resolves with whether all that live have come to it. */
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

  /** What the programs that live have come to. */
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
