// Disturbs the process into which it is loaded (`node --import`), before anything else is. The environment says how:
// DISTURBANCE_LEVEL, and DISTURBANCE_SEED, any text. Each process that this one starts gets a seed of its own, so that two of
// the same program do not pause together.

import childProcess from 'node:child_process';
import { createHash } from 'node:crypto';
import dns from 'node:dns';
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { fileURLToPath } from 'node:url';
import { Dice } from '../../fixtures/history/dice.ts';
import type { Functions } from './disturbance.ts';
import { delayCallbacks, delayPromises, stopNowAndThen } from './disturbance.ts';

const { setTimeout } = globalThis;
const level = Number(process.env['DISTURBANCE_LEVEL']);
const seed = process.env['DISTURBANCE_SEED'] ?? '';

/** Dice that no other use of this process, and no other process, throws. */
function diceFor(use: string): Dice {
  return new Dice(createHash('sha256').update(`${seed} ${use}`).digest().readInt32LE());
}

/** All that answer a promise; what answers an iterator stays. */
const ofPromises = Object.keys(fs.promises).filter((name) => name !== 'watch' && name !== 'glob');
const ofHandles = ['appendFile', 'datasync', 'read', 'readFile', 'stat', 'sync', 'truncate', 'write', 'writeFile'];
/** All that take a callback have a sibling that takes none. */
const ofCallbacks = Object.keys(fs).filter((name) => `${name}Sync` in fs);
const functionsOf = (module: unknown): Functions => module as Functions;

const operations = {
  level,
  dice: diceFor('operations'),
  after: (act: () => void, ms: number) => void setTimeout(act, ms),
};
const handle = await fs.promises.open(fileURLToPath(import.meta.url));
delayPromises(Object.getPrototypeOf(handle), ofHandles, operations);
await handle.close();
delayPromises(functionsOf(fs.promises), ofPromises, operations);
delayPromises(functionsOf(dns.promises), ['lookup'], operations);
delayCallbacks(functionsOf(fs), ofCallbacks, operations);
delayCallbacks(functionsOf(dns), ['lookup'], operations);

let children = 0;
const numberChildren = (): void => {
  process.env['DISTURBANCE_SEED'] = `${seed}.${(children += 1)}`;
};
numberChildren();
for (const name of ['spawn', 'spawnSync', 'execFile', 'execFileSync', 'fork'] as const) {
  const start = childProcess[name] as (...args: unknown[]) => unknown;
  const counted = (...args: unknown[]): unknown => {
    try {
      return start(...args);
    } finally {
      // For the next one: what this one gets may have been copied from the environment long before.
      numberChildren();
    }
  };
  functionsOf(childProcess)[name] = Object.defineProperties(counted, Object.getOwnPropertyDescriptors(start));
}
// Also for modules that import the functions by name.
syncBuiltinESMExports();

const cell = new Int32Array(new SharedArrayBuffer(4));
stopNowAndThen(
  { level, dice: diceFor('stops'), after: (act, ms) => void setTimeout(act, ms).unref() },
  (ms) => void Atomics.wait(cell, 0, 0, ms),
);
