import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { extract } from 'tar-stream';
import t from 'tap';
import { startCriSimulator } from '../../fixtures/cri-simulator/simulator.ts';
import { criLabels } from '../../shared/vendor/cri-labels.ts';
import { grpcRuntime } from './grpc-runtime.ts';
import { failureOf, runtimeContract } from './runtime.contract.ts';

const folder = await mkdtemp(join(tmpdir(), 'cri-'));
t.teardown(() => rm(folder, { recursive: true, force: true }));
const simulator = await startCriSimulator({ socket: join(folder, 'cri.sock') });
t.teardown(() => simulator.stop());
const { sandbox, containers } = simulator.state.runPod({
  namespace: 'default',
  name: 'counter',
  containers: [{ name: 'app', image: 'example.test/counter:2' }, { name: 'side' }],
});
const app = containers[0]?.id ?? '';
const newRuntime = () => grpcRuntime({ endpoint: simulator.endpoint, callTimeout: 60_000 });

for (const { title, run } of runtimeContract({
  newRuntime,
  unknownCheckpoint: 'not-found',
  checkpointFolder: folder,
})) {
  t.test(`simulator: ${title}`, async (t) => run(t));
}

t.test('sandboxes, containers and images come with what the runtime knows of them', async (t) => {
  const runtime = newRuntime();
  t.teardown(() => runtime.close());
  const [found] = await runtime.listSandboxes(new Map([[criLabels.podName, 'counter']]));
  t.match(found, { id: sandbox.id, podName: 'counter', podNamespace: 'default', podUid: sandbox.uid, ready: true });
  t.equal(found?.labels.get(criLabels.podNamespace), 'default');
  const listed = await runtime.listContainers(sandbox.id);
  t.strictSame(
    listed.map(({ name, state, image }) => ({ name, state, image })),
    [
      { name: 'app', state: 'running', image: 'example.test/counter:2' },
      { name: 'side', state: 'running', image: 'example.test/simulated:1' },
    ],
  );
  t.ok(Math.abs((listed[0]?.createdAt ?? 0) - Date.now()) < 60_000, 'time in milliseconds');
  t.match(await runtime.listImages(), [{ tags: ['example.test/counter:2'], sizeBytes: 5_000_000 }]);
});

t.test('setPodCidrs sends the addresses of pods to the runtime', async (t) => {
  const runtime = newRuntime();
  t.teardown(() => runtime.close());
  await runtime.setPodCidrs('10.0.1.0/24,fd00::/64');
  t.equal(simulator.state.podCidr, '10.0.1.0/24,fd00::/64');
});

t.test('usage has plain numbers, and values that a runtime does not report are absent', async (t) => {
  const runtime = newRuntime();
  t.teardown(() => runtime.close());
  const [pod] = await runtime.sandboxUsage();
  t.match(pod, {
    podName: 'counter',
    podNamespace: 'default',
    podUid: sandbox.uid,
    processCount: 2,
    cpu: { nanoCores: 20_000_000 },
    network: { defaultInterface: { name: 'eth0', rxBytes: 1_000, txErrors: 1 } },
    containers: [{ name: 'app', memory: { workingSetBytes: 4_194_304 } }, { name: 'side' }],
  });
  t.notOk(Object.hasOwn(pod?.memory ?? {}, 'availableBytes'));
  t.match((await runtime.containerUsage())[0], { id: app, writableLayer: { mountpoint: '/', usedBytes: 8_192 } });
  simulator.faults.podUsageUnimplemented = true;
  t.equal(await failureOf(runtime.sandboxUsage()), 'unimplemented');
  simulator.faults.podUsageUnimplemented = undefined;
});

t.test('a checkpoint writes a private tar archive with the parts of a checkpoint (CKPT-010, CKPT-011)', async (t) => {
  const runtime = newRuntime();
  t.teardown(() => runtime.close());
  const location = join(folder, 'app.tar');
  await runtime.checkpoint({ containerId: app, location, timeoutSeconds: 7 });
  t.match(simulator.calls.at(-1), { name: 'checkpointContainer', request: { containerId: app, timeout: 7n } });
  t.equal((await stat(location)).mode & 0o777, 0o600);
  const names: string[] = [];
  const reader = extract();
  reader.end(await readFile(location));
  for await (const entry of reader) {
    names.push(entry.header.name);
    entry.resume();
  }
  t.ok(names.includes('config.dump') && names.includes('spec.dump') && names.includes('checkpoint/'));
});

t.test('a checkpoint that takes longer than asked for ends with a deadline (CKPT-007)', async (t) => {
  const runtime = newRuntime();
  t.teardown(() => runtime.close());
  simulator.faults.hang = new Set(['checkpointContainer'] as const);
  t.teardown(() => {
    simulator.faults.hang = undefined;
  });
  const location = join(folder, 'slow.tar');
  t.equal(await failureOf(runtime.checkpoint({ containerId: app, location, timeoutSeconds: 1 })), 'deadline');
});

t.test('a call under way ends as aborted when its signal aborts', async (t) => {
  const runtime = newRuntime();
  t.teardown(() => runtime.close());
  simulator.faults.hang = new Set(['status'] as const);
  t.teardown(() => {
    simulator.faults.hang = undefined;
  });
  const abort = new AbortController();
  setTimeout(() => abort.abort(), 50);
  t.equal(await failureOf(runtime.status(abort.signal)), 'aborted');
});

t.test('a stopped runtime is unavailable, and is used again after its restart', async (t) => {
  const socket = join(folder, 'again.sock');
  const first = await startCriSimulator({ socket });
  const runtime = grpcRuntime({ endpoint: first.endpoint, callTimeout: 60_000 });
  t.teardown(() => runtime.close());
  await runtime.version();
  await first.stop();
  t.equal(await failureOf(runtime.version()), 'unavailable');
  const second = await startCriSimulator({ socket, state: first.state });
  t.teardown(() => second.stop());
  let failure = await failureOf(runtime.version());
  for (let attempt = 0; attempt < 1_000 && failure !== 'none'; attempt += 1) {
    await new Promise((resolve) => setTimeout(resolve, 50));
    failure = await failureOf(runtime.version());
  }
  t.equal(failure, 'none');
});

t.test('something that speaks no gRPC is unavailable, and a wrong endpoint is refused at once', async (t) => {
  const socket = join(folder, 'noise.sock');
  const server = createServer((connection) => connection.end('noise'));
  await new Promise<void>((resolve) => server.listen(socket, resolve));
  t.teardown(() => server.close());
  const runtime = grpcRuntime({ endpoint: `unix://${socket}`, callTimeout: 2_000 });
  t.teardown(() => runtime.close());
  t.ok(['unavailable', 'deadline'].includes(await failureOf(runtime.version())));
  t.throws(() => grpcRuntime({ endpoint: 'http://x' }), { name: 'TypeError', message: /http:\/\/x/ });
});

t.test('the error of a socket that is not there says what the system says, and no more', async (t) => {
  const socket = join(folder, 'missing.sock');
  const runtime = grpcRuntime({ endpoint: `unix://${socket}`, callTimeout: 60_000 });
  t.teardown(() => runtime.close());
  await t.rejects(runtime.version(), { failure: 'unavailable', message: `connect ENOENT ${socket}` });
});
