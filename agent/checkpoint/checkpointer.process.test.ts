import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import t from 'tap';
import { startCriSimulator } from '../../fixtures/cri-simulator/simulator.ts';
import { FakeClock } from '../../fixtures/shared/fake-clock.fixture.ts';
import { silentLog } from '../../shared/process/log/log.ts';
import { grpcRuntime } from '../cri/grpc-runtime.ts';
import { archiveFolder } from './archive-folder.ts';
import { archiveName, isPossibleName, parseArchiveName } from './archive-name.ts';
import { checkpointer } from './checkpointer.ts';
import { freeSpaceGuard } from './free-space.ts';

const name = { namespace: 'default', pod: 'counter', container: 'app' };

async function scene(t: { teardown(end: () => unknown): unknown }) {
  const root = await mkdtemp(join(tmpdir(), 'agent-'));
  const simulator = await startCriSimulator({ socket: join(root, 'cri.sock') });
  const runtime = grpcRuntime({ endpoint: simulator.endpoint, callTimeout: 60_000 });
  t.teardown(async () => {
    runtime.close();
    await simulator.stop();
    await rm(root, { recursive: true });
  });
  const folder = join(root, 'checkpoints');
  const archives = archiveFolder(folder);
  const pod = simulator.state.runPod({ namespace: 'default', name: 'counter', containers: [{ name: 'app' }] });
  const clock = new FakeClock(Date.UTC(2026, 0, 1));
  const space = freeSpaceGuard({ folder, kept: () => 0, clock });
  const maker = checkpointer({ runtime, folder: archives, space, clock, log: silentLog });
  await archives.prepare();
  return { maker, folder, archives, space, simulator, pod, signal: new AbortController().signal };
}

t.test('an archive is named after pod, namespace, container and local time (CKPT-012)', async (t) => {
  const time = Date.UTC(2025, 8, 2, 10, 28, 13);
  t.equal(archiveName(name, time, 0), 'checkpoint-counter_default-app-2025-09-02T10:28:13Z.tar');
  t.equal(archiveName(name, time, 330), 'checkpoint-counter_default-app-2025-09-02T15:58:13+05:30.tar');
  t.equal(archiveName(name, time, -60), 'checkpoint-counter_default-app-2025-09-02T09:28:13-01:00.tar');
});

t.test('a name with which a path could be left is no possible name', async (t) => {
  for (const bad of ['..', '.', 'a/b', '../x', 'A', '', 'a b', 'a\0', 'a'.repeat(64)]) {
    t.notOk(isPossibleName({ ...name, container: bad }), JSON.stringify(bad));
    t.notOk(isPossibleName({ ...name, namespace: bad }), JSON.stringify(bad));
  }
  t.notOk(isPossibleName({ ...name, pod: '../../etc' }));
  t.ok(isPossibleName({ ...name, pod: 'web.0' }));
});

t.test('the folder is private, also when it was there before with another mode', async (t) => {
  const { archives, folder } = await scene(t);
  t.equal((await stat(folder)).mode & 0o777, 0o700);
  await chmod(folder, 0o755);
  await archives.prepare();
  t.equal((await stat(folder)).mode & 0o777, 0o700);
});

t.test('a checkpoint lies in the folder with mode 0600 (CKPT-013, CKPT-016)', async (t) => {
  const { maker, folder, signal } = await scene(t);
  const location = await maker.checkpoint(name, 0, signal);
  t.ok(location.startsWith(`${folder}/checkpoint-counter_default-app-2026-01-01T`) && location.endsWith('.tar'));
  t.equal((await stat(location)).mode & 0o777, 0o600);
});

t.test('a container without labels, as people make them by hand, is found in its sandbox', async (t) => {
  const { maker, simulator, signal } = await scene(t);
  const { containers } = simulator.state;
  for (const [id, container] of containers) containers.set(id, { ...container, labels: new Map() });
  t.match(await maker.checkpoint(name, 0, signal), /checkpoint-counter_default-app-/);
  const { sandboxes } = simulator.state;
  for (const [id, sandbox] of sandboxes) sandboxes.set(id, { ...sandbox, labels: new Map() });
  t.match(await maker.checkpoint(name, 0, signal), /checkpoint-counter_default-app-/, 'nor has its sandbox');
});

t.test('if a pod was created again, the container of the ready sandbox is checkpointed', async (t) => {
  const { maker, simulator, signal } = await scene(t);
  const { sandboxes, containers } = simulator.state;
  for (const [id, sandbox] of sandboxes) sandboxes.set(id, { ...sandbox, ready: false });
  simulator.state.runPod({ namespace: 'default', name: 'counter', containers: [{ name: 'app' }] });
  const [old = '', current = ''] = containers.keys();
  const archive = await readFile(await maker.checkpoint(name, 0, signal), 'latin1');
  t.ok(archive.includes(current) && !archive.includes(old));
});

t.test('two checkpoints at once get two archives', async (t) => {
  const { maker, folder, signal } = await scene(t);
  const made = await Promise.all([maker.checkpoint(name, 0, signal), maker.checkpoint(name, 0, signal)]);
  t.equal(new Set(made).size, 2);
  t.equal((await readdir(folder)).length, 2);
});

t.test('an archive that is there from before a restart keeps its name, and the new one gets the next', async (t) => {
  const { maker, folder, archives, space, simulator, signal } = await scene(t);
  const before = await maker.checkpoint(name, 0, signal);
  await writeFile(before, 'as it was');
  const options = { folder: archives, space, clock: new FakeClock(Date.UTC(2026, 0, 1)), log: silentLog };
  const runtime = grpcRuntime({ endpoint: simulator.endpoint, callTimeout: 60_000 });
  t.teardown(() => runtime.close());
  const after = await checkpointer({ ...options, runtime }).checkpoint(name, 0, signal);
  t.equal(await readFile(before, 'utf8'), 'as it was');
  t.strictSame(
    [before, after].map((path) => parseArchiveName(basename(path))?.created),
    [Date.UTC(2026, 0, 1), Date.UTC(2026, 0, 1, 0, 0, 1)],
  );
  t.strictSame((await readdir(folder)).sort(), [basename(before), basename(after)].sort(), 'and nothing else is left');
});

t.test('without free space the runtime is not called; a container that does not run is reported first', async (t) => {
  const { folder, archives, simulator, pod, signal } = await scene(t);
  const clock = new FakeClock();
  const space = freeSpaceGuard({ folder, kept: (total) => total * 2, clock });
  const runtime = grpcRuntime({ endpoint: simulator.endpoint, callTimeout: 60_000 });
  t.teardown(() => runtime.close());
  const maker = checkpointer({ runtime, folder: archives, space, clock, log: silentLog });
  await t.rejects(maker.checkpoint(name, 0, signal), { message: /^not enough space/ });
  t.notOk(simulator.calls.some(({ name: call }) => call === 'checkpointContainer'));
  simulator.state.stopContainer(pod.containers[0]?.id ?? '');
  await t.rejects(maker.checkpoint(name, 0, signal), { message: 'container "app" is not running' });
});

t.test('the newest run of a container that restarted is the one checkpointed', async (t) => {
  const { maker, simulator, pod, signal } = await scene(t);
  simulator.state.stopContainer(pod.containers[0]?.id ?? '', 1);
  const second = simulator.state.startContainer(pod.sandbox, 'app');
  await maker.checkpoint(name, 0, signal);
  t.match(simulator.calls.at(-1)?.request, { containerId: second.id });
});

t.test('a failure reports its reason and leaves no file', async (t) => {
  const { maker, folder, simulator, pod, signal } = await scene(t);
  simulator.faults.checkpointError = 'criu failed: dump error';
  await t.rejects(maker.checkpoint(name, 0, signal), { message: 'criu failed: dump error' });
  simulator.faults.checkpointError = undefined;
  simulator.state.stopContainer(pod.containers[0]?.id ?? '');
  await t.rejects(maker.checkpoint(name, 0, signal), { message: 'container "app" is not running' });
  t.strictSame(await readdir(folder), []);
});

t.test('a runtime that reports success without an archive is not believed', async (t) => {
  const { archives, space, simulator, signal } = await scene(t);
  const lying = checkpointer({
    runtime: { ...grpcRuntime({ endpoint: simulator.endpoint }), checkpoint: async () => {} },
    folder: archives,
    space,
    clock: new FakeClock(),
    log: silentLog,
  });
  await t.rejects(lying.checkpoint(name, 0, signal), { message: /wrote no archive/ });
  const strange = checkpointer({
    runtime: {
      ...grpcRuntime({ endpoint: simulator.endpoint }),
      checkpoint: ({ location }) => mkdir(location),
    },
    folder: archives,
    space,
    clock: new FakeClock(),
    log: silentLog,
  });
  await t.rejects(strange.checkpoint(name, 0, signal), { message: /no archive/ });
});
