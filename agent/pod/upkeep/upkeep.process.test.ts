// What keeps the node clean: logs, images, and what is left of pods.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import t, { type Test } from 'tap';
import { FakeClock } from '../../../fixtures/shared/fake-clock.fixture.ts';
import { silentLog } from '../../../shared/process/log/log.ts';
import type { Loop } from '../../../shared/process/loop/loop.ts';
import { criLabels } from '../../../shared/vendor/cri-labels.ts';
import { vendorOf } from '../../../shared/vendor/profile.ts';
import type { Container, Image, Sandbox } from '../../cri/runtime.ts';
import type { PodHost } from '../container/pod-host.ts';
import { ImageCollector } from './image-collector.ts';
import { leftovers } from './leftovers.ts';
import { logRotation } from './log-rotation.ts';

async function folderOf(t: Test): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'upkeep-'));
  t.teardown(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

function started(t: Test, loop: Loop): void {
  const end = new AbortController();
  const run = loop.run(end.signal);
  t.teardown(async () => {
    end.abort();
    await run;
  });
}

/** Until the loop, which works with real files, sleeps again. */
async function round(clock: FakeClock, milliseconds: number): Promise<void> {
  await clock.untilSleeping();
  await clock.advance(milliseconds);
  await clock.untilSleeping();
}

const labels = (uid: string) =>
  new Map([
    [criLabels.podNamespace, 'default'],
    [criLabels.podName, 'p'],
    [criLabels.podUid, uid],
  ]);
const container = (fields: Partial<Container> = {}): Container => ({
  id: 'c',
  sandboxId: 's',
  name: 'app',
  attempt: 0,
  image: 'sha256:used',
  imageRef: 'sha256:used',
  state: 'running',
  createdAt: 0,
  labels: labels('u'),
  ...fields,
});

t.test('a log that is too large is replaced, older ones are packed, and too old ones go', async (t) => {
  const folder = await folderOf(t);
  const logs = join(folder, 'default_p_u', 'app');
  await mkdir(logs, { recursive: true });
  const path = join(logs, '0.log');
  const clock = new FakeClock();
  let refuses = false;
  const opened: string[] = [];
  const podRuntime = {
    reopenLog: async (id: string) => {
      if (refuses) throw new Error('no');
      opened.push(id);
      await writeFile(path, '');
    },
  };
  const runtime = { listContainers: async () => [container()] };
  started(
    t,
    logRotation({ runtime, podRuntime, folder, mostBytes: 10, mostFiles: 3, period: 10_000, clock, log: silentLog }),
  );
  await writeFile(path, 'short');
  await round(clock, 10_000);
  t.strictSame(opened, [], 'a small one stays');
  for (const text of ['first log is long', 'second log is long', 'third log is long', 'fourth log is long']) {
    await writeFile(path, text);
    await round(clock, 10_000);
  }
  t.equal(opened.length, 4);
  const names = (await readdir(logs)).toSorted();
  t.equal(names.length, 3, 'with the one that is written');
  t.match(names, ['0.log', /^0\.log\.\d{8}-\d{6}\.gz$/, /^0\.log\.\d{8}-\d{6}$/]);
  t.equal(gunzipSync(await readFile(join(logs, names[1] ?? ''))).toString(), 'third log is long');
  t.equal(await readFile(join(logs, names[2] ?? ''), 'utf8'), 'fourth log is long');
  await writeFile(path, 'fifth log is long');
  refuses = true;
  await round(clock, 10_000);
  t.equal(await readFile(path, 'utf8'), 'fifth log is long', 'the runtime writes on into it: it keeps its name');
  refuses = false;
  await rm(path);
  await round(clock, 10_000);
  t.equal(opened.length, 5, 'a log whose name was lost is opened anew');
});

t.test('a log outside of its folder is never touched', async (t) => {
  const folder = await folderOf(t);
  const clock = new FakeClock();
  await mkdir(join(folder, 'logs', 'default_p_u', 'app'), { recursive: true });
  await writeFile(join(folder, '0.log'), 'a very long text');
  await symlink(join(folder, '0.log'), join(folder, 'logs', 'default_p_u', 'app', '0.log'));
  const opened: string[] = [];
  const podRuntime = { reopenLog: async (id: string) => void opened.push(id) };
  const runtime = {
    listContainers: async () => [container(), container({ name: '..' }), container({ labels: new Map() })],
  };
  const where = { folder: join(folder, 'logs'), mostBytes: 1, mostFiles: 2, period: 1_000 };
  started(t, logRotation({ runtime, podRuntime, ...where, clock, log: silentLog }));
  await round(clock, 1_000);
  t.strictSame([opened, await readFile(join(folder, '0.log'), 'utf8')], [[], 'a very long text']);
});

const image = (id: string, fields: Partial<Image> = {}): Image => ({
  id: `sha256:${id}`,
  tags: [`${id}:1`],
  digests: [],
  sizeBytes: 10,
  pinned: false,
  ...fields,
});

function collector(t: Test, options: { readonly images: Image[]; free: number; readonly mostAge?: number }) {
  const clock = new FakeClock();
  const removed: string[] = [];
  const told: string[] = [];
  const images = new ImageCollector({
    runtime: {
      listImages: async () => options.images.filter(({ id }) => !removed.includes(id)),
      listContainers: async () => [container()],
      sandboxImage: async () => 'pause:1',
    },
    podRuntime: { removeImage: async (id) => void removed.push(id) },
    disk: async () => ({ total: 100, available: options.free }),
    highPercent: 85,
    lowPercent: 80,
    leastAge: 120_000,
    mostAge: options.mostAge ?? 0,
    tell: (reason) => void told.push(reason),
    clock,
    log: silentLog,
  });
  started(t, images);
  return { images, clock, removed, told };
}

t.test('images that nothing uses go when the disk fills up, and only as many as it takes', async (t) => {
  const images = [image('used'), image('pause'), image('kept', { pinned: true }), image('a'), image('b')];
  const options = { images, free: 50 };
  const { clock, removed, told } = collector(t, options);
  await round(clock, 300_000);
  t.strictSame(removed, [], 'there is room');
  options.free = 14;
  await round(clock, 300_000);
  t.strictSame(removed, ['sha256:a']);
  options.free = 0;
  await round(clock, 300_000);
  t.strictSame(removed, ['sha256:a', 'sha256:b'], 'what is used, pinned or of sandboxes never');
  t.strictSame(told, ['FreeDiskSpaceFailed'], 'that was not enough');
});

t.test('an image that is new stays however full the disk is, unless the node needs room at once', async (t) => {
  const { images, clock, removed } = collector(t, { images: [image('new')], free: 0 });
  await clock.untilSleeping();
  t.strictSame(removed, []);
  await images.freeAll(new AbortController().signal);
  t.strictSame(removed, ['sha256:new']);
});

t.test('an image that was not used for too long goes in any case', async (t) => {
  const { clock, removed } = collector(t, { images: [image('old'), image('used')], free: 90, mostAge: 400_000 });
  await round(clock, 300_000);
  t.strictSame(removed, []);
  await round(clock, 300_000);
  t.strictSame(removed, ['sha256:old']);
});

t.test(
  'what is left of unknown pods goes, what may belong to a pod stays, and a label that is a path removes nothing',
  async (t) => {
    const folder = await folderOf(t);
    const [logFolder, cgroups] = [join(folder, 'logs'), join(folder, 'cgroups')];
    const uid = (name: string): string => `${name}-00000000`;
    const clock = new FakeClock();
    for (const name of ['known', 'runs', 'gone']) {
      await mkdir(join(folder, 'pods', uid(name), 'volumes'), { recursive: true });
      await mkdir(join(logFolder, `default_p_${uid(name)}`), { recursive: true });
      await mkdir(join(cgroups, 'cpu', 'kubepods', 'burstable', `pod${uid(name)}`, 'x'), { recursive: true });
    }
    await mkdir(join(logFolder, 'foreign-folder'));
    await mkdir(join(folder, 'containers'));
    await symlink(join(logFolder, `default_p_${uid('gone')}`, '0.log'), join(folder, 'containers', 'loose'));
    await symlink('/not/there', join(folder, 'containers', 'foreign'));
    const removed: string[] = [];
    const sandbox = (name: string, ready: boolean): Sandbox => ({
      id: name,
      podName: 'p',
      podNamespace: 'default',
      podUid: uid(name),
      attempt: 0,
      ready,
      createdAt: 0,
      labels: labels(uid(name)),
      annotations: new Map(),
    });
    const host = {
      runtime: {
        listSandboxes: async () => [
          sandbox('known', false),
          sandbox('runs', true),
          sandbox('gone', false),
          { ...sandbox('hostile', false), labels: labels('../logs') },
        ],
        listContainers: async () => [],
      },
      podRuntime: { removeSandbox: async (id: string) => void removed.push(id) },
      cgroup: async () => ({
        driver: 'cgroupfs',
        vendor: vendorOf('kubernetes'),
        root: cgroups,
        pidsLimit: -1,
        quota: true,
      }),
      rootDirectory: folder,
      logFolder,
      clock,
      log: silentLog,
    } as unknown as PodHost;
    const state: { known: ReadonlySet<string> | undefined } = { known: undefined };
    started(t, leftovers({ host, known: () => state.known }));
    await round(clock, 60_000);
    await round(clock, 60_000);
    t.equal((await readdir(join(folder, 'pods'))).length, 3, 'nothing while the pods are not known');
    state.known = new Set([uid('known')]);
    await round(clock, 60_000);
    t.equal((await readdir(join(folder, 'pods'))).length, 3, 'nor what was seen as unknown once');
    await round(clock, 60_000);
    const left = [uid('known'), uid('runs')];
    t.strictSame((await readdir(join(folder, 'pods'))).toSorted(), left);
    t.strictSame(removed, ['gone']);
    t.strictSame((await readdir(logFolder)).toSorted(), [...left.map((one) => `default_p_${one}`), 'foreign-folder']);
    t.strictSame(
      (await readdir(join(cgroups, 'cpu', 'kubepods', 'burstable'))).toSorted(),
      left.map((one) => `pod${one}`),
    );
    t.strictSame(await readdir(join(folder, 'containers')), ['foreign']);
  },
);

t.test(
  'a process in the group of an own pod that is gone ends; one of a pod that another agent has runs on',
  async (t) => {
    const folder = await folderOf(t);
    const [logFolder, cgroups] = [join(folder, 'logs'), join(folder, 'cgroups')];
    await mkdir(logFolder);
    const runs = ['own-00000000', 'foreign-00000000'].map((uid) => ({ uid, child: spawn('sleep', ['1000']) }));
    t.teardown(() => runs.forEach(({ child }) => child.kill()));
    for (const { uid, child } of runs) {
      const group = join(cgroups, 'pids', 'kubepods', `pod${uid}`);
      await mkdir(group, { recursive: true });
      await writeFile(join(group, 'cgroup.procs'), `${child.pid}\n`);
    }
    const [own, foreign] = runs.map(({ child }) => child);
    await mkdir(join(folder, 'pods', 'own-00000000'), { recursive: true });
    const clock = new FakeClock();
    const cgroup = { driver: 'cgroupfs', vendor: vendorOf('kubernetes'), root: cgroups, pidsLimit: -1, quota: true };
    const host = {
      runtime: { listSandboxes: async () => [], listContainers: async () => [] },
      cgroup: async () => cgroup,
      rootDirectory: folder,
      logFolder,
      clock,
      log: silentLog,
    } as unknown as PodHost;
    const ended = once(own as NonNullable<typeof own>, 'exit');
    started(t, leftovers({ host, known: () => new Set() }));
    await round(clock, 60_000);
    await round(clock, 60_000);
    t.strictSame(await ended, [null, 'SIGKILL']);
    await round(clock, 60_000);
    t.equal(foreign?.signalCode, null);
  },
);
