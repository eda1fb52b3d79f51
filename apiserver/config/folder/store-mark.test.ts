// A data folder with something missing or emptied, file by file and folder by folder: every acknowledged write is there,
// or the start is refused.

import { cp, mkdir, readdir, rm, stat, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { FakeClock } from '../../../fixtures/shared/fake-clock.fixture.ts';
import { createMetrics } from '../../../shared/process/metric/metrics.ts';
import { silentLog } from '../../../shared/process/log/log.ts';
import { vendorOf } from '../../../shared/vendor/profile.ts';
import { openStore } from '../../context/open-store.ts';

const clock = new FakeClock();
const vendor = vendorOf('orch');
const key = 'a';

async function open(dataDir: string) {
  const { store } = await openStore({ vendor: 'orch', dataDir }, vendor, {
    clock,
    log: silentLog,
    metrics: createMetrics(),
  });
  return store;
}

/** A data folder whose store has acknowledged a write. */
async function used(t: Test): Promise<string> {
  const dataDir = join(t.testdir({}), 'data');
  await mkdir(dataDir);
  const store = await open(dataDir);
  await store.commit({ key, value: Buffer.from('x'), expected: 0 });
  await store.close();
  return dataDir;
}

/** Why it does not start; undefined: it does, with what was written. Throws for a loss. */
async function refusal(dataDir: string): Promise<string | undefined> {
  let store: Awaited<ReturnType<typeof open>>;
  try {
    store = await open(dataDir);
  } catch (error) {
    return (error as Error).message;
  }
  const entry = await store.get(key);
  await store.close();
  if (entry === undefined) throw new Error('an acknowledged write is lost');
  return undefined;
}

t.test('a data folder without its store is refused with the remedy, and starts empty after it', async (t) => {
  const dataDir = await used(t);
  await rm(join(dataDir, 'store'), { recursive: true });
  const [store, mark] = [join(dataDir, 'store'), join(dataDir, 'store-in-use')];
  const message =
    `the data folder ${dataDir} has had a store, and ${join(store, 'store.json')} is missing: ` +
    `restore ${store} from a copy, or remove it and the file ${mark} to start empty`;
  t.equal(await refusal(dataDir), message);
  t.equal(await refusal(dataDir), message, 'and again: the first refusal has made none');
  await mkdir(store);
  t.equal(await refusal(dataDir), message, 'an empty folder is none either');
  await rm(mark);
  await t.rejects(refusal(dataDir), { message: 'an acknowledged write is lost' }, 'as asked for');
  t.equal((await stat(mark)).isFile(), true, 'the new one is marked again');
});

t.test('a folder from before there were marks, and one whose first start ended anywhere, start', async (t) => {
  const dataDir = await used(t);
  await rm(join(dataDir, 'store-in-use'));
  t.equal(await refusal(dataDir), undefined);
  t.equal((await stat(join(dataDir, 'store-in-use'))).isFile(), true);
  // What is written last is missing, then what was written before it too, and so on: until nothing is left.
  const fresh = await used(t);
  for (const left of ['store-in-use', 'store/store.json', 'store/acknowledged', 'store/journal-1', 'store/journal-0']) {
    await rm(join(fresh, left), { force: true });
    if (left === 'store-in-use') continue;
    // The store had a write: a crash in the first start comes before any.
    for (const name of await readdir(join(fresh, 'store'))) {
      if (name.startsWith('log-') || name.startsWith('journal') || name === 'acknowledged')
        await truncate(join(fresh, 'store', name), 0);
    }
    const copy = `${fresh}-${left.replace('/', '-')}`;
    await cp(fresh, copy, { recursive: true });
    await t.rejects(refusal(copy), { message: 'an acknowledged write is lost' }, `${left}: it starts, empty`);
  }
});

t.test('if files are removed or emptied, alone or in pairs, no acknowledged write is lost silently', async (t) => {
  const dataDir = await used(t);
  const inside = (await readdir(join(dataDir, 'store'))).filter((name) => !name.startsWith('lock.mdb'));
  const files = ['store', 'store-in-use', ...inside.map((name) => join('store', name))];
  const damage = async (path: string, how: 'removed' | 'emptied'): Promise<void> => {
    if (how === 'removed') await rm(path, { recursive: true, force: true });
    else if (
      await stat(path).then(
        (found) => found.isFile(),
        () => false,
      )
    )
      await truncate(path, 0);
  };
  let tried = 0;
  for (const [at, first] of files.entries()) {
    for (const second of files.slice(at)) {
      // Both together are what starts empty on purpose.
      if (first === 'store' && second === 'store-in-use') continue;
      // As documented: an empty mark of what was acknowledged gives up what is lost.
      for (const how of ['removed', 'emptied'] as const) {
        const given = [first, second].some((name) => name.endsWith('acknowledged'));
        if (how === 'emptied' && given) continue;
        const copy = `${dataDir}-${tried}`;
        tried += 1;
        await cp(dataDir, copy, { recursive: true });
        await damage(join(copy, first), how);
        await damage(join(copy, second), how);
        const lost = await refusal(copy).then(
          () => undefined,
          (error: unknown) => error,
        );
        t.equal(lost, undefined, `${first} and ${second} ${how}`);
        await rm(copy, { recursive: true, force: true });
      }
    }
  }
  t.ok(tried > 20, `${tried} ways`);
});
