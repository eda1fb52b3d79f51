// How large the embedded store's file gets when the same objects are written again and again: the compactor runs as in the
// service, once for each simulated minute, and keeps five minutes of history.

import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { compactor } from '../../apiserver/storage/upkeep/compaction.ts';
import { type EmbeddedStore, openEmbeddedStore } from '../../apiserver/storage/embedded/engine/embedded-store.ts';
import { silentLog } from '../../shared/process/log/log.ts';
import { systemClock } from '../../shared/process/time/system-clock.ts';
import type { Row } from '../harness/report.ts';
import { diskFolder } from '../harness/target.ts';

const objects = 10_000;
const objectBytes = 1000;
/** Writers at a time. */
const writers = 256;
const minute = 60_000;
const minutes = 50;
/** What the file may have beside twice the live data: the store's default slack, and what LMDB adds to small files. */
const slack = 64 * 2 ** 20;
const megabyte = 2 ** 20;

export async function measureChurn({ updates }: { updates: number }): Promise<readonly Row[]> {
  const folder = mkdtempSync(join(diskFolder(), 'orchkit-churn-'));
  try {
    return await churn(join(folder, 'data'), updates);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function churn(folder: string, updates: number): Promise<readonly Row[]> {
  const store = await open(folder);
  const revisions = await fill(store);
  const compaction = compactor({ store });
  const each = Math.ceil(updates / minutes);
  let now = Date.now();
  let largest = 0;
  const begin = performance.now();
  for (let done = 0; done < updates; done += each) {
    await update(store, revisions, done, Math.min(each, updates - done));
    await compaction.compactOnce((now += minute));
    largest = Math.max(largest, (await store.metrics()).fileBytes);
  }
  const seconds = (performance.now() - begin) / 1000;
  // No writes any more: after six minutes all history is gone.
  for (let passed = 0; passed < 7; passed += 1) await compaction.compactOnce((now += minute));
  const { fileBytes, recordBytes } = await store.metrics();
  await store.close();
  const opening = performance.now();
  const again = await open(folder);
  const reopened = performance.now() - opening;
  const { keys } = await again.metrics();
  await again.close();
  // One key is the compactor's own.
  if (keys !== objects + 1) throw new Error(`${keys} keys are left of ${objects + 1}`);
  const name = `churn, ${updates.toLocaleString('en')} updates`;
  return [
    {
      measure: `${name}, file`,
      value: fileBytes / megabyte,
      unit: 'MiB',
      reference: { name: 'live data', value: recordBytes / megabyte },
      aim: { text: '<= 2 x live + 64 MiB', met: fileBytes <= 2 * recordBytes + slack },
    },
    { measure: `${name}, largest file`, value: largest / megabyte, unit: 'MiB' },
    { measure: `${name}, rate`, value: updates / seconds, unit: '/s' },
    { measure: `${name}, opened again`, value: reopened, unit: 'ms' },
  ];
}

function open(folder: string): Promise<EmbeddedStore> {
  return openEmbeddedStore({ folder, clock: systemClock, log: silentLog });
}

/** Creates the objects; answers the revision of each. */
async function fill(store: EmbeddedStore): Promise<number[]> {
  const revisions = Array.from({ length: objects }, () => 0);
  await update(store, revisions, 0, objects);
  return revisions;
}

/** Writes `count` objects in turn, beginning with the one at `from`. No object is written twice at a time. */
async function update(store: EmbeddedStore, revisions: number[], from: number, count: number): Promise<void> {
  const value = Buffer.alloc(objectBytes, 'x');
  let next = from;
  const writer = async (): Promise<void> => {
    for (let index = next++; index < from + count; index = next++) {
      const at = index % objects;
      const expected = revisions[at] ?? 0;
      const result = await store.commit({ key: `/registry/configmaps/default/churn-${at}`, value, expected });
      if (result.outcome === 'conflict') throw new Error(`churn-${at} was written by another client`);
      revisions[at] = result.revision;
    }
  };
  await Promise.all(Array.from({ length: writers }, writer));
}
