import { fork } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

import t, { type Test } from 'tap';

import { silentLog } from '../../../../shared/process/log/log.ts';
import { systemClock } from '../../../../shared/process/time/system-clock.ts';
import { type EmbeddedStore, openEmbeddedStore } from './embedded-store.ts';

const rounds = 8;
const program = fileURLToPath(new URL('../../../../fixtures/apiserver/crash-writer.fixture.js', import.meta.url));

t.test('a kill at any moment loses nothing that was acknowledged, and the log has no gap', (t) => killed(t, 64));

// It flushes on the thread that writes, where many share the flushes of another.
t.test('so it is when a single writer is killed', (t) => killed(t, 1));

async function killed(t: Test, writers: number): Promise<void> {
  const folder = join(t.testdir({}), 'data');
  await mkdir(folder);
  const acknowledged = join(folder, '..', 'acknowledged');
  await writeFile(acknowledged, '');
  for (let round = 0; round < rounds; round++) {
    const child = fork(program, [folder, acknowledged, String(writers)], {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    const closed = new Promise((resolve) => child.once('close', resolve));
    await new Promise((resolve) => child.once('message', resolve));
    await pause(30 + round * 10);
    child.kill('SIGKILL');
    await closed;
    const store = await openEmbeddedStore({ folder, clock: systemClock, log: silentLog });
    // The last line may be cut off by the kill: what is not a whole line was not told.
    const lines = (await readFile(acknowledged, 'utf8')).split('\n').slice(0, -1);
    let lost = 0;
    for (const line of lines) {
      const [key = '', revision] = line.split(' ');
      const entry = await store.get(key);
      if (entry === undefined || entry.revision < Number(revision)) lost++;
    }
    t.equal(lost, 0, `round ${round}: ${lines.length} acknowledged`);
    await writeFile(acknowledged, '');
    t.ok(await isGapFree(store), 'every revision that is retained is in the log once');
    await store.close();
  }
}

async function isGapFree(store: EmbeddedStore): Promise<boolean> {
  const stop = new AbortController();
  const latest = await store.latest();
  const { oldest } = await store.metrics();
  const after = Math.max(1, oldest);
  let next = after + 1;
  const following = store.follow({
    after,
    signal: stop.signal,
    onChanges: (changes) => {
      for (const change of changes) if (change.revision === next) next++;
    },
    onProgress: (revision) => {
      if (revision >= latest) stop.abort();
    },
  });
  await following;
  return next === latest + 1;
}
