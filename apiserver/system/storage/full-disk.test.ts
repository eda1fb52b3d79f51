// A server whose disk is full when it starts.

import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import t, { type Test } from 'tap';

import { startServerProcess } from '../../../fixtures/process/server-process.ts';
import { withSmallDisk } from '../../../fixtures/host/small-disk.ts';
import { createClient } from '../../../shared/client/index.ts';

t.test(
  'a server starts on a full disk after a kill, serves reads, refuses writes with 500, and heals when there is room',
  { timeout: 200_000 },
  async (t) => withSmallDisk(t, 16, (disk) => restartOnFullDisk(t, disk)),
);

/** Leaves no byte free. */
async function fill(path: string): Promise<void> {
  const file = await open(path, 'w');
  try {
    for (;;) await file.write(Buffer.alloc(4096));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
  } finally {
    await file.close();
  }
}

async function restartOnFullDisk(t: Test, disk: string): Promise<void> {
  // The connection file lies on another disk.
  const folder = t.testdir({ data: t.fixture('symlink', disk) });
  const server = await startServerProcess({ vendor: 'kubernetes', folder });
  const { kubeconfig, port } = server;
  const configMap = (name: string, length = 10) => ({
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name },
    data: { text: 'x'.repeat(length) },
  });
  const mapsOf = async () => {
    const client = await createClient({ kubeconfig });
    t.teardown(() => client[Symbol.asyncDispose]());
    return client.resource({ group: '', version: 'v1', resource: 'configmaps' }).in('default');
  };
  // Beside the journal: the next start finds all of it there, and cannot move it.
  const before = await mapsOf();
  const versions = new Map<string, string | undefined>();
  for (let at = 0; at < 20; at += 1)
    versions.set(`m${at}`, (await before.create(configMap(`m${at}`, 2000))).metadata.resourceVersion);
  await server.kill();
  await fill(join(disk, 'filler'));

  const again = await startServerProcess({ vendor: 'kubernetes', folder, port });
  t.teardown(() => again.remove());
  const maps = await mapsOf();
  for (const [name, version] of versions)
    t.equal((await maps.get(name)).metadata.resourceVersion, version, `${name} is read`);
  const refused: unknown = await maps.create(configMap('large', 700_000)).catch((error: unknown) => error);
  t.match(refused, { name: 'StatusError', status: { code: 500, reason: 'ServerTimeout' } });
  await rm(join(disk, 'filler'));
  let healed: unknown;
  for (let turn = 0; healed === undefined && turn < 100; turn += 1) {
    healed = await maps.create(configMap('large', 700_000)).catch(() => undefined);
    await sleep(100);
  }
  t.ok(healed, 'it takes writes when there is room');
  t.equal(await again.stop(), 0);
}
