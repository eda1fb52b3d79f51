// Devices of plug-ins in the status of the node: the whole agent between a stub of the API server and a stub plug-in.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { vendorIds } from '../../shared/vendor/profile.ts';
import { nodeIn, scene, until } from '../../fixtures/agent/agent-scene.fixture.ts';
import { registerPlugin, startStubPlugin } from '../../fixtures/agent/device-plugin.fixture.ts';

const resourceName = 'example.com/gpu';

for (const id of vendorIds) {
  t.test(`${id}: the node has the devices of a plug-in, and nought of them after a restart (MISC-005)`, async (t) => {
    const { api, settings, start, stop } = await scene(t, { vendor: id });
    const agent = await start();
    const folder = join(settings.rootDirectory, 'device-plugins');
    const of = (field: 'capacity' | 'allocatable'): string | undefined => nodeIn(api)?.status?.[field]?.[resourceName];
    const shown = (): string => `${of('capacity')}/${of('allocatable')}`;
    await until(() => nodeIn(api), 'registered');
    t.equal(shown(), 'undefined/undefined');

    await until(() => existsSync(join(folder, 'kubelet.sock')), 'the socket');
    const plugin = await startStubPlugin(join(folder, 'gpu.sock'));
    t.teardown(() => plugin.stop());
    plugin.list({ a: 'Healthy', b: 'Unhealthy' });
    t.equal(await registerPlugin(join(folder, 'kubelet.sock'), { endpoint: 'gpu.sock', resourceName }), 'ok');
    await until(() => shown() === '2/1', 'two devices, one of them healthy');
    t.match(nodeIn(api)?.status?.capacity, { cpu: String, memory: String, pods: String }, 'beside those of the host');
    plugin.list({ a: 'Healthy', b: 'Healthy' });
    await until(() => shown() === '2/2', 'both healthy');

    api.objects.delete('/api/v1/nodes/n1');
    await until(() => shown() === '2/2', 'the node that is registered again has them too');

    plugin.stop();
    await until(() => shown() === '2/0', 'none to use without the plug-in');
    stop.abort();
    await agent.ended;
    const again = new AbortController();
    const next = await start(again.signal);
    await until(() => shown() === '0/0', 'nought until the plug-in is back');
    again.abort();
    await next.ended;
  });
}
