// Agent and containerd that are killed again and again while pods come and go: every pod runs, none runs twice, nothing is left of those
// that were deleted. And pods of a folder, which are there without the server.

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import t from 'tap';
import { container, idle, phase, podScene, shell } from '../../../fixtures/agent/pod-scene.fixture.ts';
import { Dice } from '../../../fixtures/history/dice.ts';
import { seedOfRun } from '../../../fixtures/shared/explore.fixture.ts';
import { containersMissing, imageName, networkMissing } from '../../../fixtures/process/containerd-process.ts';
import { criLabels } from '../../../shared/vendor/cri-labels.ts';
import { grpcRuntime } from '../../cri/grpc-runtime.ts';
import type { Terminated } from '../../pod/object/pod.ts';

t.setTimeout(900_000);
const missing = containersMissing() ?? networkMissing();
const options = missing === undefined ? {} : { skip: missing };
const podCount = 20;
const killCount = 8;
const neverBegan = '1970-01-01T00:00:00Z';

/** Whether a job had the second that it takes: where it ends while the runtime is dead, that may not know how, and says Unknown. */
function endedUnseen(name: string, { reason, startedAt, finishedAt }: Terminated): boolean {
  const lasted = Date.parse(finishedAt ?? '') - Date.parse(startedAt ?? '');
  return name.startsWith('job-') && reason === 'Unknown' && lasted >= 1000;
}

t.test('pods outlive kills of agent and runtime, and none runs twice', options, async (t) => {
  const network = { bridge: 'orchkills0', subnet: '10.244.93.0/24' };
  const { system, containerd, pods, make, until, gone } = await podScene(t, network, ['runtimeRequestTimeout: 20s']);
  const probe = grpcRuntime({ endpoint: containerd.endpoint, callTimeout: 10_000 });
  t.teardown(() => probe.close());
  const twice = new Set<string>();
  const looking = new AbortController();
  const look = async (): Promise<void> => {
    while (!looking.signal.aborted) {
      const running = (await probe.listContainers().catch(() => [])).filter(({ state }) => state === 'running');
      const keys = running.map(({ name, labels }) => `${labels.get(criLabels.podUid)}/${name}`);
      for (const [at, key] of keys.entries()) if (keys.indexOf(key) !== at) twice.add(key);
      await sleep(200);
    }
  };
  const watched = look();
  const wanted = new Map<string, 'Running' | 'Succeeded'>();
  const add = async (at: number): Promise<void> => {
    const isJob = at % 3 === 0;
    const name = `${isJob ? 'job' : 'app'}-${at}`;
    await make(name, {
      terminationGracePeriodSeconds: 1,
      // A runtime that is killed while it starts a container says that it failed: one that is never tried again would stay so.
      ...(isJob ? { restartPolicy: 'OnFailure' } : {}),
      ...(at % 3 === 1 ? { initContainers: [container('init', shell('exit 0'))] } : {}),
      containers: [container('app', isJob ? shell('sleep 1') : idle)],
    });
    wanted.set(name, isJob ? 'Succeeded' : 'Running');
  };
  for (let at = 0; at < podCount; at += 1) await add(at);
  const removed: string[] = [];
  const dice = new Dice(seedOfRun());
  for (let kill = 0; kill < killCount; kill += 1) {
    await sleep(dice.below(2_500));
    if (dice.below(10) < 6) {
      await system.agent.kill();
      await sleep(dice.below(500));
      system.agent = await system.startAgent();
    } else {
      await containerd.kill();
      await sleep(dice.below(1_000));
      await containerd.start();
    }
    if (kill % 4 !== 0) continue;
    const [victim] = [...wanted.keys()].filter((name) => name.startsWith('app-'));
    if (victim === undefined) continue;
    wanted.delete(victim);
    await pods.delete(victim);
    removed.push(victim);
    await add(podCount + kill);
  }
  for (const [name, ended] of wanted) {
    const { status } = await until(name, ended, phase(ended));
    // A start that a kill cut off counts as one run that failed and began when time did; a run that began is never cut off.
    const last = status?.containerStatuses?.[0]?.lastState.terminated;
    const isFine = last === undefined || last.startedAt === neverBegan || endedUnseen(name, last);
    t.ok(isFine, `${name}: ${JSON.stringify(last)}`);
  }
  for (const name of removed) await gone(name);
  looking.abort();
  await watched;
  t.strictSame([...twice], [], 'no container ran twice at once');
  for (let waited = 0; waited < 1_200; waited += 1) {
    const names = (await probe.listSandboxes()).map(({ podName }) => podName);
    if (!names.some((name) => removed.includes(name))) break;
    await sleep(100);
  }
  const left = (await probe.listSandboxes()).filter(({ podName }) => removed.includes(podName));
  t.strictSame(left, [], 'nothing is left of pods that were deleted');
});

t.test('pods of a folder run, are shown by mirror pods, and follow their files', options, async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'manifests-'));
  t.teardown(() => rm(folder, { recursive: true }));
  const manifest = (script: string) =>
    JSON.stringify({
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name: 'static' },
      spec: {
        terminationGracePeriodSeconds: 1,
        containers: [{ name: 'app', image: imageName, imagePullPolicy: 'IfNotPresent', ...shell(script) }],
      },
    });
  await writeFile(join(folder, 'static.yaml'), manifest('sleep 1000'));
  const network = { bridge: 'orchstatic0', subnet: '10.244.95.0/24' };
  const { containerd, pods, until, gone } = await podScene(t, network, [
    `staticPodPath: ${folder}`,
    'fileCheckFrequency: 1s',
  ]);
  const probe = grpcRuntime({ endpoint: containerd.endpoint });
  t.teardown(() => probe.close());
  const running = async (): Promise<readonly string[]> =>
    (await probe.listContainers()).filter(({ state }) => state === 'running').map(({ id }) => id);
  const isShown = async (): Promise<void> => {
    for (let waited = 0; waited < 1_200; waited += 1) {
      if ((await pods.list()).items.some(({ metadata }) => metadata.name === 'static-n1')) return;
      await sleep(100);
    }
  };
  await isShown();
  const shown = await until('static-n1', 'runs', phase('Running'));
  const first = await running();
  t.equal(first.length, 1);
  await pods.delete('static-n1', { gracePeriodSeconds: 0 });
  await isShown();
  const again = await until('static-n1', 'is shown again', phase('Running'));
  t.not(again.metadata.uid, shown.metadata.uid);
  t.strictSame(await running(), first, 'deleting the mirror ends nothing');
  await writeFile(join(folder, 'static.yaml'), manifest('sleep 2000'));
  const changed = (one: object): boolean => JSON.stringify(one).includes('sleep 2000');
  for (let waited = 0; waited < 1_200; waited += 1) {
    const items = (await pods.list()).items;
    const now = await running();
    if (items.some(changed) && now.length === 1 && now[0] !== first[0]) break;
    await sleep(100);
  }
  const second = await running();
  t.equal(second.length, 1);
  t.notSame(second, first, 'a changed manifest is another pod');
  await rm(join(folder, 'static.yaml'));
  await gone('static-n1');
  for (let waited = 0; waited < 600 && (await running()).length > 0; waited += 1) await sleep(100);
  t.strictSame(await running(), []);
});
