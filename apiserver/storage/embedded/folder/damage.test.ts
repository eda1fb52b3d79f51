// Damage of a data folder: whatever byte of whatever file changes, whatever is cut off or missing, an acknowledged write is
// there at its revision, or the folder is refused with one line.

import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import t, { type Test } from 'tap';

import { FakeClock } from '../../../../fixtures/shared/fake-clock.fixture.ts';
import type { Log } from '../../../../shared/process/log/log.ts';
import { silentLog } from '../../../../shared/process/log/log.ts';
import { DataFolderError } from './data-folder.ts';
import { type EmbeddedStore, openEmbeddedStore } from '../engine/embedded-store.ts';

const clock = new FakeClock();

function open(folder: string, log: Log = silentLog): Promise<EmbeddedStore> {
  return openEmbeddedStore({ folder, clock, log, journalBytes: 500 });
}

/** What a store acknowledged: for each key its revision. */
type Acknowledged = ReadonlyMap<string, number>;

/** Files of a folder, by name. */
type Files = ReadonlyMap<string, Buffer>;

interface Sample {
  readonly files: Files;
  readonly acknowledged: Acknowledged;
}

async function filesOf(folder: string): Promise<Files> {
  const names = await readdir(folder);
  return new Map(
    await Promise.all(names.map(async (name) => [name, spare(name, await readFile(join(folder, name)))] as const)),
  );
}

/** A journal without most of the zeros at its end, for speed: it is written for each byte that is tried. */
function spare(name: string, bytes: Buffer): Buffer {
  if (!name.startsWith('journal-')) return bytes;
  return bytes.subarray(0, 64 + bytes.findLastIndex((byte) => byte !== 0));
}

type Kind = 'young' | 'killed' | 'closed';

/** Folders of a small store: with a few writes, as a kill leaves it, with records in the log and in the journal; and closed. */
async function samples(t: Test): Promise<Readonly<Record<Kind, Sample>>> {
  const folder = join(t.testdir({}), 'sample');
  const store = await open(folder);
  const acknowledged = new Map<string, number>();
  const write = async (key: string, length: number): Promise<void> => {
    const value = Buffer.alloc(length, key);
    const result = await store.commit({ key, value, expected: acknowledged.get(key) ?? 0 });
    if (result.outcome === 'committed') acknowledged.set(key, result.revision);
  };
  const sample = async (): Promise<Sample> => ({ files: await filesOf(folder), acknowledged: new Map(acknowledged) });
  for (let at = 0; at < 4; at += 1) await write(`k${at}`, 10);
  const young = await sample();
  for (let at = 4; at < 16; at += 1) await write(`k${at % 7}`, 30);
  await store.compact(10);
  for (let at = 0; at < 9; at += 1) await write(`k${at}`, 20);
  const killed = await sample();
  await store.close();
  return { killed, closed: await sample(), young };
}

/** Opens a folder with these files. Answers the refusal; undefined: everything acknowledged is there. Throws otherwise. */
async function outcome(t: Test, files: Files, acknowledged: Acknowledged): Promise<string | undefined> {
  const folder = join(t.testdirName, 'opened');
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder);
  await Promise.all(Array.from(files, ([name, bytes]) => writeFile(join(folder, name), bytes)));
  let store: EmbeddedStore;
  try {
    store = await open(folder);
  } catch (error) {
    if (!(error instanceof DataFolderError)) throw error;
    if (error.message.includes('\n') || !error.message.includes(folder)) throw new Error('unclear', { cause: error });
    return error.message;
  }
  try {
    for (const [key, revision] of acknowledged) {
      const entry = await store.get(key);
      if (entry?.revision !== revision || entry.value.some((byte, at) => byte !== key.charCodeAt(at % key.length)))
        throw new Error(`${key} is lost`);
    }
    return undefined;
  } finally {
    await store.close();
  }
}

/** The same; a loss is a failure of the test. */
async function check(t: Test, what: string, files: Files, { acknowledged }: Sample): Promise<string | undefined> {
  try {
    return await outcome(t, files, acknowledged);
  } catch (error) {
    t.fail(`${what}: ${String(error)}`);
    return undefined;
  }
}

/** The offsets of a file worth a try: everything that is not zero and its surroundings, and some of the rest. */
function offsetsOf(bytes: Buffer): number[] {
  const near = (at: number): boolean => bytes.subarray(Math.max(0, at - 8), at + 8).some((byte) => byte !== 0);
  return Array.from({ length: bytes.length }, (_, at) => at).filter((at) => at % 4099 === 0 || near(at));
}

/** How many of the bytes that are worth a try are skipped after each. */
const skipped: Readonly<Record<Kind, number>> = { young: 6, killed: 0, closed: 6 };

for (const kind of ['killed', 'closed', 'young'] as const) {
  t.test(`a changed byte in any file of a ${kind} store loses nothing silently`, { timeout: 290_000 }, async (t) => {
    const sample = (await samples(t))[kind];
    let tried = 0;
    let refused = 0;
    for (const [name, bytes] of sample.files) {
      for (const at of offsetsOf(bytes).filter((_, index) => index % (skipped[kind] + 1) === 0)) {
        const damaged = Buffer.from(bytes);
        // Each bit of the byte has its turn, and the whole byte.
        damaged.writeUInt8(bytes.readUInt8(at) ^ (at % 9 === 8 ? 0xff : 1 << (at % 9)), at);
        const message = await check(t, `${name} ${at}`, new Map(sample.files).set(name, damaged), sample);
        tried += 1;
        if (message !== undefined) refused += 1;
      }
    }
    t.ok(refused > 0 && refused < tried, `${tried} bytes, ${refused} refused`);
  });

  t.test(`a file of a ${kind} store that is cut off or missing loses nothing silently`, async (t) => {
    const sample = (await samples(t))[kind];
    for (const [name, bytes] of sample.files) {
      const left = new Map(sample.files);
      left.delete(name);
      await check(t, `${name} is missing`, left, sample);
      const lengths = offsetsOf(bytes).filter((at) => at % (kind === 'killed' ? 7 : 29) === 0);
      for (const length of [0, ...lengths])
        await check(t, `${name} of ${length} bytes`, new Map(left).set(name, bytes.subarray(0, length)), sample);
    }
    t.pass('every file');
  });
}

/** Opens a folder with these files and answers what it logs. */
async function warningsOf(t: Test, files: Files): Promise<string[]> {
  const folder = join(t.testdirName, 'opened');
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder);
  await Promise.all(Array.from(files, ([name, bytes]) => writeFile(join(folder, name), bytes)));
  const warnings: string[] = [];
  const store = await open(folder, { ...silentLog, warn: (message) => void warnings.push(message) });
  await store.close();
  return warnings;
}

t.test('the error names the damage and the remedy', async (t) => {
  const { killed, young } = await samples(t);
  const folder = join(t.testdirName, 'opened');
  const restore = 'restore the folder from a copy, or remove it to start empty';
  const without = (name: string): Files => new Map([...killed.files].filter(([other]) => other !== name));
  t.equal(
    await outcome(t, without('journal-1'), killed.acknowledged),
    `the data folder ${folder} is damaged: its journal is missing (journal-0, journal-1); ${restore}`,
  );
  t.match(
    await outcome(t, without('store.json'), killed.acknowledged),
    new RegExp(`is damaged: store.json is missing, and .* holds data; ${restore}$`),
  );
  t.match(
    await outcome(t, without('acknowledged'), killed.acknowledged),
    /is damaged: acknowledged is missing, .*; restore the folder from a copy, or make an empty acknowledged to go on$/,
  );
  const emptied = new Map(young.files).set('journal-0', Buffer.alloc(0));
  t.equal(
    await outcome(t, emptied, young.acknowledged),
    `the data folder ${folder} is damaged: it ends at revision 1, but 5 was acknowledged; ` +
      'restore the folder from a copy, or, to go on without what is lost, empty its file acknowledged',
  );
  await t.rejects(
    outcome(t, emptied.set('acknowledged', Buffer.alloc(0)), young.acknowledged),
    /k0 is lost/,
    'as asked for',
  );
});

t.test('a recovery is logged, and the end of an unacknowledged write is not', async (t) => {
  const { closed, young } = await samples(t);
  t.strictSame(await warningsOf(t, young.files), []);
  const journal = young.files.get('journal-0') ?? Buffer.alloc(0);
  const torn = Buffer.concat([
    journal.subarray(0, journal.findLastIndex((byte) => byte !== 0) + 1),
    journal.subarray(0, 40),
  ]);
  t.strictSame(await warningsOf(t, new Map(young.files).set('journal-0', torn)), []);
  t.match(await warningsOf(t, new Map(closed.files).set('acknowledged', Buffer.alloc(0))), [/^the mark of the last/]);
  const [name = ''] = [...closed.files.keys()].filter((file) => file.endsWith('.log'));
  const longer = Buffer.concat([closed.files.get(name) ?? Buffer.alloc(0), Buffer.from('more')]);
  t.match(await warningsOf(t, new Map(closed.files).set(name, longer)), [/^the end of the log could not be read/]);
});
