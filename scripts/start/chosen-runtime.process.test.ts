// Whether the agent of a launch runs pods, on a real containerd.

import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import t from 'tap';
import { grpcPodRuntime } from '../../agent/cri/grpc-pod-runtime.ts';
import { removeAllPods } from '../../fixtures/host/cri-commands.ts';
import { containerdMissing, startContainerd } from '../../fixtures/process/containerd-process.ts';
import { chooseRuntime } from './chosen-runtime.ts';

t.setTimeout(240_000);

t.test('without a runtime, privileges or a response there are no pods, and the reason is shown', async (t) => {
  const own = { agentFolder: '/none', uid: 0 };
  t.match(await chooseRuntime(undefined, own), { endpoint: undefined, noPods: /no container runtime answers/ });
  const endpoint = 'unix:///none/runtime.sock';
  t.match(await chooseRuntime(endpoint, { ...own, uid: 1000 }), { endpoint, noPods: /only root can run pods/ });
  t.match(await chooseRuntime(endpoint, own), { endpoint, noPods: /does not list its pods/ });
});

const missing = containerdMissing();
t.test(
  'a runtime with pods of others gets none; with own ones it does',
  missing === undefined ? {} : { skip: missing },
  async (t) => {
    const folder = await mkdtemp(join(tmpdir(), 'chosen-'));
    const containerd = await startContainerd(folder, { network: true });
    const runtime = grpcPodRuntime({ endpoint: containerd.endpoint });
    t.teardown(async () => {
      runtime.close();
      await removeAllPods(containerd.endpoint);
      await containerd.stop();
      await rm(folder, { recursive: true, force: true });
    });
    const { endpoint } = containerd;
    const own = { agentFolder: join(folder, 'agent'), uid: 0 };
    t.strictSame(await chooseRuntime(endpoint, own), { endpoint, noPods: undefined }, 'without any pods');
    const metadata = { name: 'p', namespace: 'default', uid: 'u-1', attempt: 0 };
    // In the network of the host: no plug-in is needed for it.
    const host = { securityContext: { namespaceOptions: { network: 2 } } };
    await runtime.runSandbox({ metadata, linux: host }, '');
    t.match(await chooseRuntime(endpoint, own), { endpoint, noPods: /pods of others \(default\/p\)/ });
    await mkdir(join(own.agentFolder, 'pods', 'u-1'), { recursive: true });
    t.strictSame(await chooseRuntime(endpoint, own), { endpoint, noPods: undefined }, 'of an earlier launch');
  },
);
