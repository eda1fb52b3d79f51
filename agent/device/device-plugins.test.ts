import { existsSync, statSync } from 'node:fs';
import { access, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { silentLog } from '../../shared/process/log/log.ts';
import { createMetrics } from '../../shared/process/metric/metrics.ts';
import type { Clock } from '../../shared/process/time/clock.ts';
import { FakeClock } from '../../fixtures/shared/fake-clock.fixture.ts';
import { systemClock } from '../../shared/process/time/system-clock.ts';
import { vendorOf } from '../../shared/vendor/profile.ts';
import type { VendorId } from '../../shared/vendor/vendor.ts';
import { DevicePlugins } from './device-plugins.ts';
import { registerPlugin, seen, sendRegistration, startStubPlugin } from '../../fixtures/agent/device-plugin.fixture.ts';

const resourceName = 'example.com/gpu';

/** The devices of an agent in a folder, which may be that of one before. */
async function scene(t: Test, id: VendorId = 'orch', folder?: string, clock: Clock = systemClock) {
  const root = folder ?? (await mkdtemp(join(tmpdir(), 'devices-')));
  const plugins = join(root, 'device-plugins');
  const metrics = createMetrics();
  const devices = new DevicePlugins({
    folder: plugins,
    vendor: vendorOf(id),
    clock,
    log: silentLog,
    metrics,
  });
  await devices.recall();
  const stop = new AbortController();
  const ended = devices.run(stop.signal);
  const end = async (): Promise<void> => {
    stop.abort();
    await ended;
  };
  t.teardown(async () => {
    await end();
    await rm(root, { recursive: true, force: true });
  });
  const plugin = async (name: string, version: 'v1alpha1' | 'v1beta1' = 'v1beta1') => {
    const started = await startStubPlugin(join(plugins, name), version);
    t.teardown(() => started.stop());
    return started;
  };
  const socket = join(plugins, 'kubelet.sock');
  await seenFile(socket);
  return { root, plugins, socket, devices, metrics, plugin, end };
}

async function seenFile(path: string): Promise<void> {
  let there = false;
  await seen(() => {
    void access(path).then(
      () => {
        there = true;
      },
      () => undefined,
    );
    return there;
  }, `the file ${path}`);
}

t.test('a plug-in of v1beta1 registers, and its devices count as it lists them (MISC-005)', async (t) => {
  const { devices, metrics, plugin, socket } = await scene(t);
  const gpu = await plugin('gpu.sock');
  gpu.list({ a: 'Healthy', b: 'Healthy', c: 'Unhealthy', d: 'sleeping' });
  t.equal(await registerPlugin(socket, { endpoint: 'gpu.sock', resourceName }), 'ok');
  await seen(() => devices.resources().capacity[resourceName] === '4', 'four devices');
  t.equal(devices.resources().allocatable[resourceName], '2');
  gpu.list({ a: 'Unhealthy' });
  await seen(() => devices.resources().capacity[resourceName] === '1', 'one device');
  t.equal(devices.resources().allocatable[resourceName], '0');
  const text = await metrics.render();
  t.match(text, `kubelet_device_plugin_registration_total{resource_name="${resourceName}"} 1`);
  t.match(text, /^node_device_plugins 1$/m);
});

t.test('the older version is spoken where the documents have it, and nowhere else (MISC-005)', async (t) => {
  const own = await scene(t);
  const old = await own.plugin('old.sock', 'v1alpha1');
  old.list({ a: 'Healthy' });
  const registration = { service: 'v1alpha1', endpoint: 'old.sock', resourceName } as const;
  t.equal(await registerPlugin(own.socket, registration), 'ok');
  await seen(() => own.devices.resources().allocatable[resourceName] === '1', 'a device');
  const other = await scene(t, 'kubernetes');
  await other.plugin('old.sock', 'v1alpha1');
  t.match(await registerPlugin(other.socket, registration), /does not implement/);
  const next = await other.plugin('new.sock');
  next.list({ a: 'Healthy' });
  t.equal(await registerPlugin(other.socket, { endpoint: 'new.sock', resourceName }), 'ok');
});

t.test('a refused registration gets the reason, and changes nothing but a metric (MISC-005)', async (t) => {
  const { devices, metrics, plugin, plugins, socket, root } = await scene(t);
  await plugin('gpu.sock');
  await writeFile(join(plugins, 'file.sock'), '');
  await symlink('gpu.sock', join(plugins, 'link.sock'));
  await symlink(join(root, 'outside.sock'), join(plugins, 'away.sock'));
  const outside = await startStubPlugin(join(root, 'outside.sock'));
  t.teardown(() => outside.stop());
  const answer = (change: object): Promise<string> =>
    registerPlugin(socket, { endpoint: 'gpu.sock', resourceName, ...change });
  t.match(await answer({ version: 'v2' }), /^version "v2" is not served here: .*v1alpha1 and v1beta1$/);
  t.match(await answer({ version: 'v1alpha1' }), /v1alpha1 has a service of its own/);
  t.match(await answer({ version: '' }), /^version "" is not served here/);
  t.match(
    await answer({ resourceName: 'gpu' }),
    /"gpu" is not the name of an extended resource: must begin with a domain/,
  );
  t.match(await answer({ resourceName: vendorOf('orch').fill('{label}/gpu') }), /must not be of the domain /);
  for (const endpoint of ['', '.', '..', '../outside.sock', '/etc/passwd', 'a\nb', 'a/b', String.raw`a\b`]) {
    t.match(await answer({ endpoint }), /must be the plain name of a socket in the folder of the agent/, endpoint);
  }
  t.match(await answer({ endpoint: 'kubelet.sock' }), /is the agent's own socket/);
  t.match(await answer({ endpoint: 'nothing.sock' }), /is not there/);
  t.match(await answer({ endpoint: 'x'.repeat(200) }), /makes a path of more than 107 bytes/);
  for (const endpoint of ['file.sock', 'link.sock', 'away.sock']) t.match(await answer({ endpoint }), /is no socket/);
  await plugin('older.sock', 'v1alpha1');
  t.match(await answer({ endpoint: 'older.sock' }), /its options are not known/);
  t.match(await sendRegistration(socket, Buffer.from([0xff, 0xff]), 'v1beta1'), /RegisterRequest/);
  t.match(await sendRegistration(socket, Buffer.alloc(80_000), 'v1beta1'), /larger than max/);
  t.strictSame(devices.resources(), { capacity: {}, allocatable: {} });
  const text = await metrics.render();
  t.notMatch(text, /kubelet_device_plugin_registration_total\{/);
  t.match(text, /^node_device_plugin_refusals_total\{cause="version"\} 3$/m);
  t.match(text, /^node_device_plugin_refusals_total\{cause="endpoint"\} 14$/m);
});

t.test('devices of a disconnected plug-in are not allocatable until it registers again (MISC-005)', async (t) => {
  const { devices, plugin, plugins, socket } = await scene(t);
  const first = await plugin('gpu.sock');
  first.list({ a: 'Healthy' });
  await registerPlugin(socket, { endpoint: 'gpu.sock', resourceName });
  await seen(() => devices.resources().allocatable[resourceName] === '1', 'a device');
  first.stop();
  await seen(() => devices.resources().allocatable[resourceName] === '0', 'none to use');
  t.equal(devices.resources().capacity[resourceName], '1');
  await rm(join(plugins, 'gpu.sock'), { force: true });
  const second = await plugin('gpu.sock');
  second.list({ a: 'Healthy', b: 'Healthy' });
  t.equal(await registerPlugin(socket, { endpoint: 'gpu.sock', resourceName }), 'ok');
  await seen(() => devices.resources().allocatable[resourceName] === '2', 'it is back');
});

t.test('another plug-in for the same resource takes its place, and the first is left', async (t) => {
  const { devices, plugin, socket } = await scene(t);
  const [first, second] = [await plugin('one.sock'), await plugin('two.sock')];
  first.list({ a: 'Healthy' });
  second.list({ b: 'Healthy', c: 'Healthy' });
  await registerPlugin(socket, { endpoint: 'one.sock', resourceName });
  await seen(() => devices.resources().allocatable[resourceName] === '1', 'the first');
  await registerPlugin(socket, { endpoint: 'two.sock', resourceName });
  await seen(() => devices.resources().allocatable[resourceName] === '2', 'the second');
  await seen(() => first.watchers === 0, 'the first is left');
  first.list({ a: 'Healthy', x: 'Healthy', y: 'Healthy' });
  t.equal(devices.resources().allocatable[resourceName], '2');
});

t.test('a plug-in that sends what is no list of devices, or too long a one, is left', async (t) => {
  const { devices, plugin, socket } = await scene(t);
  for (const bytes of [Buffer.from([0xff, 0xff]), Buffer.alloc(5 * 1024 * 1024)]) {
    const gpu = await plugin(`gpu-${bytes.length}.sock`);
    gpu.list({ a: 'Healthy' });
    await registerPlugin(socket, { endpoint: `gpu-${bytes.length}.sock`, resourceName });
    await seen(() => devices.resources().allocatable[resourceName] === '1', 'a device');
    gpu.sendBytes(bytes);
    await seen(() => devices.resources().allocatable[resourceName] === '0', 'none to use');
    gpu.stop();
  }
});

t.test(
  'an agent that starts anew makes its socket anew, removes others, and knows what had a plug-in (MISC-005)',
  async (t) => {
    const first = await scene(t);
    const gpu = await first.plugin('gpu.sock');
    gpu.list({ a: 'Healthy' });
    await registerPlugin(first.socket, { endpoint: 'gpu.sock', resourceName });
    await seen(() => first.devices.resources().allocatable[resourceName] === '1', 'a device');
    await mkdir(join(first.plugins, 'folder'));
    await writeFile(join(first.plugins, 'kept'), 'x');
    await first.end();
    await t.rejects(access(first.socket), 'the socket goes with the agent');
    const second = await scene(t, 'orch', first.root);
    t.strictSame(second.devices.resources(), {
      capacity: { [resourceName]: '0' },
      allocatable: { [resourceName]: '0' },
    });
    await t.rejects(access(join(first.plugins, 'gpu.sock')), 'by which plug-ins see that they must register again');
    t.equal(await readFile(join(first.plugins, 'kept'), 'utf8'), 'x');
    const again = await second.plugin('gpu.sock');
    again.list({ a: 'Healthy' });
    t.equal(await registerPlugin(second.socket, { endpoint: 'gpu.sock', resourceName }), 'ok');
    await seen(() => second.devices.resources().allocatable[resourceName] === '1', 'the device again');
  },
);

t.test('the file of names is used only if an agent can have written it', async (t) => {
  const root = await mkdtemp(join(tmpdir(), 'devices-'));
  await mkdir(join(root, 'device-plugins'));
  const file = join(root, 'device-plugins', 'registered.json');
  t.teardown(() => rm(root, { recursive: true, force: true }));
  const recalled = async (content: string): Promise<readonly string[]> => {
    await writeFile(file, content);
    const metrics = createMetrics();
    const folder = join(root, 'device-plugins');
    const devices = new DevicePlugins({
      folder,
      vendor: vendorOf('orch'),
      clock: systemClock,
      log: silentLog,
      metrics,
    });
    await devices.recall();
    return Object.keys(devices.resources().capacity);
  };
  t.strictSame(await recalled('{"resources":["example.com/a","cpu",7]}'), ['example.com/a']);
  for (const content of ['', '{', 'null', '[]', '{"resources":{}}', `{"resources":["${'x'.repeat(70_000)}"]}`]) {
    t.strictSame(await recalled(content), [], content.slice(0, 20));
  }
});

t.test('a folder path that is too long for a socket is logged, and the agent keeps running', async (t) => {
  const root = await mkdtemp(join(tmpdir(), 'devices-'));
  t.teardown(() => rm(root, { recursive: true, force: true }));
  const warnings: string[] = [];
  const log = {
    ...silentLog,
    warn: (message: string, fields?: object) => void warnings.push(`${message} ${JSON.stringify(fields)}`),
  };
  const folder = join(root, 'x'.repeat(120));
  const devices = new DevicePlugins({
    folder,
    vendor: vendorOf('orch'),
    clock: systemClock,
    log,
    metrics: createMetrics(),
  });
  const stop = new AbortController();
  await devices.recall();
  const ended = devices.run(stop.signal);
  await seen(() => warnings.length > 0, 'a warning');
  t.match(warnings[0], /device plug-ins cannot register .*longer than the 107 bytes/);
  stop.abort();
  await ended;
  t.strictSame(devices.resources(), { capacity: {}, allocatable: {} });
});

for (const gone of ['the socket', 'the whole folder']) {
  t.test(`${gone} is created again after its removal, and connected plug-ins stay (MISC-005)`, async (t) => {
    const clock = new FakeClock();
    const { devices, plugin, plugins, socket } = await scene(t, 'orch', undefined, clock);
    const gpu = await plugin('gpu.sock');
    gpu.list({ a: 'Healthy' });
    t.equal(await registerPlugin(socket, { endpoint: 'gpu.sock', resourceName }), 'ok');
    await seen(() => devices.resources().capacity[resourceName] === '1', 'a device');
    const names = await readFile(join(plugins, 'registered.json'), 'utf8');
    await rm(gone === 'the socket' ? socket : plugins, { recursive: true });
    await seen(() => {
      void clock.advance(10_000);
      return existsSync(socket);
    }, 'the socket at one of the next looks');
    await seen(() => (statSync(socket).mode & 0o777) === 0o600, 'for root only');
    gpu.list({ a: 'Healthy', b: 'Healthy' });
    await seen(() => devices.resources().capacity[resourceName] === '2', 'the plug-in is still heard');
    const other = await plugin('other.sock');
    other.list({ a: 'Healthy' });
    t.equal(await registerPlugin(socket, { endpoint: 'other.sock', resourceName: 'example.com/other' }), 'ok');
    await seen(() => devices.resources().capacity['example.com/other'] === '1', 'another one registers');
    t.not(await readFile(join(plugins, 'registered.json'), 'utf8'), names, 'the names are kept where they were');
  });
}
