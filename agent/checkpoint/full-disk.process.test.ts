// Many checkpoints on a disk that fills up: a small file system of its own, mounted by root. ORCHKIT_CHECKPOINTS sets how
// many are asked for.

import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import t from 'tap';
import { startCriSimulator } from '../../fixtures/cri-simulator/simulator.ts';
import { systemClock } from '../../shared/process/time/system-clock.ts';
import { silentLog } from '../../shared/process/log/log.ts';
import { grpcRuntime } from '../cri/grpc-runtime.ts';
import { archiveFolder } from './archive-folder.ts';
import { checkpointer } from './checkpointer.ts';
import { freeSpaceGuard } from './free-space.ts';
import { outlived } from './retention.ts';

const count = Number(process.env['ORCHKIT_CHECKPOINTS'] ?? 500);
const kept = 1024 * 1024;
const name = { namespace: 'default', pod: 'web', container: 'app' };
t.setTimeout(count * 500 + 60_000);

const asRoot = process.getuid?.() === 0 ? {} : { skip: 'only root mounts a file system' };

t.test(
  'a full disk refuses checkpoints, leaves nothing half-written, and works again after retention',
  asRoot,
  async (t) => {
    const base = await mkdtemp(join(tmpdir(), 'full-'));
    t.teardown(() => rm(base, { recursive: true }));
    const disk = join(base, 'disk');
    await mkdir(disk);
    // Room for four fifths of what is asked for; an archive is less than 20 KiB.
    const size = Math.ceil(count * 0.8 * 16) * 1024 + kept;
    const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${size},mode=700`, 'tmpfs', disk]);
    if (mounted.status !== 0) return t.plan(0, `no file system can be mounted: ${mounted.stderr.toString().trim()}`);
    t.teardown(() => spawnSync('umount', ['-l', disk]));
    const simulator = await startCriSimulator({ socket: join(base, 'cri.sock') });
    const runtime = grpcRuntime({ endpoint: simulator.endpoint, callTimeout: 120_000 });
    t.teardown(async () => {
      runtime.close();
      await simulator.stop();
    });
    simulator.state.runPod({ namespace: 'default', name: 'web', containers: [{ name: 'app' }] });
    const folder = archiveFolder(join(disk, 'checkpoints'));
    await folder.prepare();
    const space = freeSpaceGuard({ folder: folder.path, kept: () => kept, clock: systemClock });
    // Each second has one archive; the clock of names runs faster than that of the test.
    let time = Date.UTC(2026, 0, 1);
    const clock = { ...systemClock, monotonic: () => systemClock.monotonic(), now: () => (time += 1000) };
    const maker = checkpointer({ runtime, folder, space, clock, log: silentLog });
    const { signal } = new AbortController();
    const ask = async (): Promise<string> =>
      maker.checkpoint(name, 0, signal).then(
        () => 'made',
        (error: Error) => error.message,
      );

    const answers = new Map<string, number>();
    for (let asked = 0; asked < count; asked += 10) {
      for (const answer of await Promise.all(Array.from({ length: 10 }, ask))) {
        const kind = answer.replace(/:.*/s, '');
        answers.set(kind, (answers.get(kind) ?? 0) + 1);
      }
    }
    t.strictSame([...answers.keys()], ['made', 'not enough space'], 'made until it is full, then refused');
    const archives = await folder.list();
    t.equal(archives.length, answers.get('made'));
    t.equal((await readdir(folder.path)).length, archives.length, 'nothing half-written');
    const { bavail, bsize } = await statfs(disk);
    t.ok(bavail * bsize > kept / 2, 'the disk is not full');

    for (const gone of outlived(archives, { maxCount: 5 }, time).keys()) await folder.remove(gone);
    t.equal((await folder.list()).length, 5);
    t.equal(await ask(), 'made');
  },
);
