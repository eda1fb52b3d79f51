// Used by instrumented files: which of their mutants is switched on, and whether reached ones are recorded. It is copied into
// the instrumented tree.
//   ORCHKIT_MUTANT=FILE#NUMBER      switches one on, for the life of the process
//   ORCHKIT_MUTANT_SWITCH=FOLDER    switches that one on which the file `now` in FOLDER names at that time, none while it is empty
//   ORCHKIT_MUTANT_REACH=FOLDER     records in FOLDER which ones are reached, by what the file `now` in it says at that time
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { isMainThread } from 'node:worker_threads';

/** Milliseconds between two reads of the file `now`. */
const pause = 10;
/** Reads after which a process writes its record, because it may be killed. */
const looksPerFlush = 20;

const folder = process.env.ORCHKIT_MUTANT_REACH;
const switchFolder = process.env.ORCHKIT_MUTANT_SWITCH;

/** Programs and modules in one process have one record, and one mutant. */
const shared = Symbol.for('orchkit.mutant-reach');
const sharedActive = Symbol.for('orchkit.mutant-active');
const record = folder === undefined ? undefined : (globalThis[shared] ??= startRecord(folder));
const active = (globalThis[sharedActive] ??= startActive());

const nothing = () => {};

/**
 * The two functions that an instrumented file calls at each of its places: whether this mutant is on, and that these are
 * reached. Both run in every loop of the programs, so they compare numbers only.
 * @param {string} file of the source
 * @param {readonly (readonly number[])[]} groups the mutants that are reached together; the second function takes a place in it
 */
export function switchOf(file, groups) {
  return {
    stryMutAct_9fa48: actOf(active.cellOf(file)),
    stryCov_9fa48: record === undefined ? nothing : recorderOf(file, groups),
  };
}

function actOf(cell) {
  return (number) => cell.number === number;
}

/** Which mutant is on: each file has a cell with the number of its own one, `off` in all but one. */
function startActive() {
  const off = -1;
  const cells = new Map();
  const cellOf = (file) => {
    const cell = cells.get(file) ?? { number: off };
    cells.set(file, cell);
    return cell;
  };
  const turn = (id) => {
    for (const cell of cells.values()) cell.number = off;
    const [file, number] = id.split('#');
    if (number !== undefined) cellOf(file).number = Number(number);
  };
  if (switchFolder === undefined) turn(process.env.ORCHKIT_MUTANT ?? '');
  else followSwitch(switchFolder, turn);
  return { cellOf };
}

/** Follows the file `now`, and writes the mutant that is switched on into the file `<pid>.active`. */
function followSwitch(where, turn) {
  const told = join(where, `${process.pid}.active`);
  let now;
  const look = () => {
    const next = read(where);
    if (next === now) return;
    now = next;
    turn(now);
    if (!isMainThread) return;
    try {
      writeFileSync(told, now);
    } catch {
      // The folder is removed when the bench closes.
    }
  };
  look();
  setInterval(look, pause).unref();
}

function recorderOf(file, groups) {
  const seen = groups.map(() => 0);
  return (group) => {
    if (seen[group] === record.turn) return;
    seen[group] = record.turn;
    const hits = record.hits.get(file);
    if (hits === undefined) record.hits.set(file, [...groups[group]]);
    else hits.push(...groups[group]);
  };
}

function startRecord(where) {
  const state = { turn: 1, now: read(where), hits: new Map() };
  const flush = () => {
    if (state.hits.size === 0) return;
    const line = JSON.stringify({ now: state.now, hits: Object.fromEntries(state.hits) });
    state.hits = new Map();
    try {
      appendFileSync(join(where, `${process.pid}.reach`), `${line}\n`);
    } catch {
      // The folder is removed when the recording is over.
    }
  };
  process.on('exit', flush);
  let looks = 0;
  const look = () => {
    const now = read(where);
    looks += 1;
    if (now === state.now && looks % looksPerFlush !== 0) return;
    flush();
    if (now === state.now) return;
    state.now = now;
    state.turn += 1;
  };
  if (state.now !== '') setInterval(look, pause).unref();
  return state;
}

/** The content of the file `now`. Empty: there is no such file, or no mutant is switched on. */
function read(where) {
  try {
    return readFileSync(join(where, 'now'), 'utf8');
  } catch {
    return '';
  }
}
