// A real containerd that is killed and started again under the agent: the node says so, its containers run on and are
// listed as they were.

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { containerdMissing, imageName, startContainerd } from '../../../fixtures/process/containerd-process.ts';
import { removeAllPods, runByHand } from '../../../fixtures/host/cri-commands.ts';
import type { Clock } from '../../../shared/process/time/clock.ts';
import { systemClock } from '../../../shared/process/time/system-clock.ts';
import { askAgent } from '../../../fixtures/agent/ask-agent.fixture.ts';
import { nodeIn, scene, until } from '../../../fixtures/agent/agent-scene.fixture.ts';

t.setTimeout(400_000);
const missing = containerdMissing();

/** Ten times as fast: half a minute without an answer of the runtime takes three seconds. */
const begun = Date.now();
const hurried: Clock = {
  now: () => begun + (Date.now() - begun) * 10,
  monotonic: () => systemClock.monotonic() * 10,
  sleep: (milliseconds, signal) => systemClock.sleep(milliseconds / 10, signal),
};

async function withContainerd(t: Test) {
  const folder = await mkdtemp(join(tmpdir(), 'containerd-'));
  t.teardown(() => rm(folder, { recursive: true, force: true }));
  const containerd = await startContainerd(folder, { network: true });
  t.teardown(async () => {
    // Wherever the test ended: containers end only with the help of their runtime.
    await containerd.kill();
    await containerd.start();
    await removeAllPods(containerd.endpoint);
    await containerd.stop();
  });
  const overrides = {
    authorization: { mode: 'AlwaysAllow' },
    authentication: { anonymous: { enabled: true } },
    nodeStatusUpdateFrequency: '2s',
    nodeLeaseDurationSeconds: 40,
    podLogsDir: join(folder, 'logs'),
  };
  const settings = { runtimePeriod: 5_000 };
  const { api, start } = await scene(t, { runtime: containerd.endpoint, clock: hurried, overrides, settings });
  const pod = { namespace: 'default', name: 'web', uid: 'u-1', image: imageName, logFolder: join(folder, 'logs') };
  const started = runByHand(containerd.endpoint, pod).then((byHand) => byHand.start('app', 0, []));
  const fault = await started.then(
    () => undefined,
    (error: unknown) => String(error),
  );
  if (fault !== undefined) t.pass('the same containers', { skip: `this host runs no containers: ${fault}` });
  const ready = (status: string): Promise<unknown> =>
    until(
      () =>
        nodeIn(api)?.status?.conditions?.find((condition) => condition.type === 'Ready' && condition.status === status),
      `Ready ${status}`,
    );
  return { containerd, start, ready, runs: fault === undefined };
}

t.test(
  'a killed runtime makes the node not ready; when it is back the node is ready with the same containers (NSTAT-019)',
  missing === undefined ? {} : { skip: missing },
  async (t) => {
    const { containerd, start, ready, runs } = await withContainerd(t);
    const { port } = await start();
    await ready('True');
    const before = JSON.parse((await askAgent({ port }, '/runningpods/')).body) as object;
    if (runs) t.match(before, { items: [{ metadata: { name: 'web' }, spec: { containers: [{ name: 'app' }] } }] });

    await containerd.kill();
    t.match(await ready('False'), { reason: 'KubeletNotReady', message: 'container runtime is down' });
    t.equal((await askAgent({ port }, '/healthz')).status, 200, 'the agent itself is well');
    const answers = await Promise.all(
      ['/runningpods/', '/stats/summary', '/containerLogs/default/web/app'].map((path) => askAgent({ port }, path)),
    );
    t.strictSame(
      answers.map(({ status }) => status),
      [500, 500, 400],
      'endpoints that need the runtime respond with an error',
    );

    await containerd.start();
    t.match(await ready('True'), { reason: 'KubeletReady' });
    t.strictSame(JSON.parse((await askAgent({ port }, '/runningpods/')).body), before, 'as if nothing had been');
    if (runs) t.equal((await askAgent({ port }, '/containerLogs/default/web/app')).status, 200);
  },
);
