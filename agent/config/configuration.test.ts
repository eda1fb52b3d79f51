import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import t from 'tap';
import { vendorIds, vendorOf } from '../../shared/vendor/profile.ts';
import { configurationFormat } from './configuration.ts';
import { loadConfiguration, overlay } from './configuration-file.ts';
import type { Content } from './field.ts';
import { agentFlags, type AgentFlags, configurationOf, flagOf } from './flags.ts';

const format = configurationFormat(vendorOf('orch'));
const head = `apiVersion: ${format.apiVersion}\nkind: KubeletConfiguration\n`;

async function load(
  t: { teardown(end: () => Promise<void>): unknown },
  files: Readonly<Record<string, string>>,
  overrides: Content = {},
) {
  const root = await mkdtemp(join(tmpdir(), 'config-'));
  t.teardown(() => rm(root, { recursive: true }));
  await mkdir(join(root, 'conf.d'));
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), content);
  }
  const file = Object.hasOwn(files, 'main.yaml') ? { file: join(root, 'main.yaml') } : {};
  return { root, loaded: () => loadConfiguration({ ...file, folder: join(root, 'conf.d'), overrides }, format) };
}

t.test('without files the defaults hold', async (t) => {
  const { configuration, shown } = await (await load(t, {})).loaded();
  t.match(shown, { nodeStatusUpdateFrequency: '10s', nodeStatusReportFrequency: '5m0s' });
  t.match(configuration, {
    port: 10_250,
    healthzPort: 10_248,
    maxPods: 110,
    nodeStatusUpdateFrequency: 10_000,
    nodeStatusReportFrequency: 300_000,
    authentication: { anonymous: { enabled: false }, webhook: { cacheTTL: 120_000 } },
    authorization: { mode: 'Webhook', webhook: { cacheAuthorizedTTL: 300_000, cacheUnauthorizedTTL: 30_000 } },
  });
});

t.test('a lone update frequency is the report frequency too', async (t) => {
  const { loaded } = await load(t, { 'main.yaml': `${head}nodeStatusUpdateFrequency: 20s\n` });
  const { configuration, shown } = await loaded();
  t.equal(configuration.nodeStatusReportFrequency, 20_000);
  t.match(shown, { nodeStatusReportFrequency: '20s' });
});

const main = `${head}maxPods: 50
authentication:
  webhook: {cacheTTL: 1m}
systemReserved: {cpu: 100m, memory: 1Gi}
registerWithTaints: [{key: a, effect: NoSchedule}, {key: b, effect: NoSchedule}]
`;

t.test(
  'drop-ins override scalars, merge structs and maps by key and replace lists (ACONF-001 to ACONF-006)',
  async (t) => {
    const { loaded } = await load(t, {
      'main.yaml': main,
      'conf.d/10-first.conf': `${head}maxPods: 60\nsystemReserved: {memory: 2Gi, pid: "100"}\n`,
      'conf.d/sub/20-next.conf': `${head}authentication: {anonymous: {enabled: true}}\nregisterWithTaints: [{key: c, effect: NoExecute}]\n`,
      'conf.d/ignored.yaml': 'no: such field\n',
    });
    const { configuration } = await loaded();
    t.match(configuration, {
      maxPods: 60,
      authentication: { webhook: { cacheTTL: 60_000, enabled: true }, anonymous: { enabled: true } },
    });
    t.same(configuration.systemReserved, { cpu: '100m', memory: '2Gi', pid: '100' });
    t.same(configuration.registerWithTaints, [{ key: 'c', effect: 'NoExecute' }]);
  },
);

t.test('a null in a drop-in takes away what an earlier file gave: a field, or one entry of a map', async (t) => {
  const { loaded, root } = await load(t, {
    'main.yaml': `${main}evictionHard: {memory.available: 200Mi, nodefs.available: 5%}\nfeatureGates: {KubeletPSI: false}\n`,
    'conf.d/10.conf': `${head}maxPods: null\nsystemReserved: {cpu: null, pid: null}\n`,
    'conf.d/20.conf': `${head}evictionHard: {nodefs.available: null}\nfeatureGates: {KubeletPSI: null}\n`,
    'conf.d/30.conf': `${head}authentication: {webhook: {cacheTTL: null}}\nevictionSoftGracePeriod: {memory.available: null}\n`,
  });
  const { configuration, origins } = await loaded();
  t.equal(configuration.maxPods, 110);
  t.same(configuration.systemReserved, { memory: '1Gi' });
  t.same(configuration.evictionHard, { 'memory.available': '200Mi' });
  t.same(configuration.featureGates, {});
  t.equal(configuration.authentication.webhook.cacheTTL, 120_000);
  t.equal(origins.sourceOf(['systemReserved', 'cpu']), 'default');
  t.equal(origins.sourceOf(['systemReserved', 'memory']), `${root}/main.yaml:6`);
});

t.test('later drop-ins win in the order of their paths, and the command line wins over all (ACONF-007U)', async (t) => {
  const files = {
    'main.yaml': main,
    'conf.d/20.conf': `${head}maxPods: 20\nport: 2\n`,
    'conf.d/10.conf': `${head}maxPods: 10\nport: 1\n`,
  };
  const { loaded } = await load(t, files, { port: 9 });
  t.match((await loaded()).configuration, { maxPods: 20, port: 9 });
});

t.test('a list of strings below a key of a map is replaced whole (ACONF-006, ACONF-008, ACONF-009)', async (t) => {
  t.same(overlay({ m: { k: ['a', 'b'], l: ['x'] } }, { m: { k: ['c'], n: ['y'] } }), {
    m: { k: ['c'], l: ['x'], n: ['y'] },
  });
  t.same(overlay({ a: { b: 1, c: 2 } }, { a: { b: null } }), { a: { c: 2 } });
});

const faults = [
  {
    name: 'an unknown field',
    content: `${head}authentication: {x508: {}}\n`,
    message: 'authentication.x508: unknown or unsupported field',
  },
  { name: 'a wrong type', content: `${head}maxPods: many\n`, message: 'maxPods: must be an integer from 0 to 100000' },
  {
    name: 'a wrong duration',
    content: `${head}nodeStatusUpdateFrequency: soon\n`,
    message: 'nodeStatusUpdateFrequency: must be a duration',
  },
  { name: 'a duplicate field', content: `${head}maxPods: 1\nmaxPods: 2\n`, message: 'maxPods' },
  {
    name: 'a wrong threshold',
    content: `${head}evictionHard: {memory.available: much}\n`,
    message: 'evictionHard.memory.available',
  },
  {
    name: 'a wrong signal',
    content: `${head}evictionHard: {cpu.available: 1Gi}\n`,
    message: 'unknown eviction signal',
  },
  {
    name: 'something to win back beyond no threshold',
    content: `${head}evictionMinimumReclaim: {containerfs.available: 1Gi}\n`,
    message: 'evictionMinimumReclaim.containerfs.available: has no threshold in evictionHard or evictionSoft',
  },
  {
    name: 'a soft threshold without its time',
    content: `${head}evictionSoft: {memory.available: 1Gi}\n`,
    message: 'evictionSoft.memory.available: needs a grace period in evictionSoftGracePeriod',
  },
  {
    name: 'a known field that is not honoured',
    content: `${head}staticPodPath: /etc/pods\n`,
    message: 'staticPodPath: can only be left out: pods are not started by this agent',
  },
  {
    name: 'another value than the one that changes nothing',
    content: `${head}failSwapOn: false\n`,
    message: 'failSwapOn: can only be true: pods are not started by this agent',
  },
  {
    name: 'a wrong taint',
    content: `${head}registerWithTaints: [{key: a, effect: Sometimes}]\n`,
    message: 'registerWithTaints[0].effect: must be one of',
  },
  { name: 'another kind', content: 'apiVersion: v1\nkind: Pod\n', message: 'must begin with apiVersion' },
  { name: 'an empty file', content: '\n', message: 'is empty' },
  { name: 'a key that is no field', content: `${head}__proto__: {maxPods: 1}\n`, message: '__proto__: unknown' },
];
for (const { name, content, message } of faults) {
  t.test(`${name} is refused with file and field`, async (t) => {
    const { loaded, root } = await load(t, { 'main.yaml': main, 'conf.d/x.conf': content });
    const found = await loaded().then(
      () => 'no error',
      (error: unknown) => String(error),
    );
    t.match(found.replace(root, ''), /^ConfigurationError: \/conf\.d\/x\.conf(:\d+)?: /, found);
    t.ok(found.includes(message), found);
  });
}

t.test('files that a file names count from its own folder', async (t) => {
  const { loaded, root } = await load(t, {
    'main.yaml': `${head}authentication: {x509: {clientCAFile: ca.crt}}\ntlsCertFile: /abs/x.crt\ntlsPrivateKeyFile: x.key\n`,
  });
  t.match((await loaded()).configuration, {
    authentication: { x509: { clientCAFile: `${root}/ca.crt` } },
    tlsCertFile: '/abs/x.crt',
  });
});

for (const id of vendorIds) {
  t.test(`${id}: the reservation for the agent has the vendor's name, and is shown under it`, async (t) => {
    const vendor = vendorOf(id);
    const name = vendor.fill('{short}Reserved');
    const own = configurationFormat(vendor);
    t.same(own.read({ [name]: { cpu: '1' } }).agentReserved, { cpu: '1' });
    t.match(own.complete({}), { [name]: {}, maxPods: 110, authentication: { webhook: { cacheTTL: '2m0s' } } });
  });
}

t.test('flags that were given stand where the configuration file has them, others do not', async (t) => {
  const values = Object.fromEntries(Object.entries(agentFlags).map(([name, { initial }]) => [name, initial]));
  const flags = {
    ...values,
    port: 5,
    'anonymous-auth': true,
    'feature-gates': new Map([['ContainerCheckpoint', false]]),
  } as unknown as AgentFlags;
  t.same(configurationOf(flags, new Set(['port', 'anonymous-auth', 'feature-gates'])), {
    port: 5,
    authentication: { anonymous: { enabled: true } },
    featureGates: { ContainerCheckpoint: false },
  });
});

t.test('a fault names the file, the line and the field', async (t) => {
  const faults = {
    'maxPods: 1\nmaxPodz: 2\n': ':4: maxPodz: unknown or unsupported field',
    'authentication:\n  webhook:\n    cacheTTL: soon\n': ':5: authentication.webhook.cacheTTL: must be a duration',
    'evictionHard:\n  nodefs.available: 10%\n  memory.available: many\n': ':5: evictionHard.memory.available: ',
    'registerWithTaints:\n- key: a\n  effect: Never\n': ':3: registerWithTaints[0].effect: must be one of',
    'authentication:\n  anonymous: {enabled: true}\n  anonymous: {enabled: false}\n':
      ':5: authentication.anonymous: is given twice',
    'systemReserved:\n  "a.b": 1Gi\n  "a.b": 2Gi\n': ':5: systemReserved["a.b"]: is given twice',
  };
  for (const [text, fault] of Object.entries(faults)) {
    const { root, loaded } = await load(t, { 'conf.d/x.conf': `${head}${text}` });
    const found = String(await loaded().catch((error: unknown) => error));
    t.ok(found.startsWith(`ConfigurationError: ${root}/conf.d/x.conf${fault}`), found);
  }
});

t.test('each setting knows where it comes from', async (t) => {
  const { root } = await load(t, {
    'main.yaml': main,
    'conf.d/10.conf': `${head}systemReserved:\n  memory: 2Gi\nauthentication: {webhook: null}\nregisterWithTaints: []\n`,
  });
  const { origins } = await loadConfiguration(
    { file: join(root, 'main.yaml'), folder: join(root, 'conf.d'), overrides: { port: 1 }, overrideSource: flagOf },
    format,
  );
  const from = (...path: string[]) => origins.sourceOf(path).replace(root, '');
  t.equal(from('maxPods'), '/main.yaml:3');
  t.equal(from('systemReserved', 'cpu'), '/main.yaml:6');
  t.equal(from('systemReserved', 'memory'), '/conf.d/10.conf:4');
  t.equal(from('registerWithTaints'), '/conf.d/10.conf:6');
  t.equal(from('authentication', 'webhook', 'cacheTTL'), 'default', 'a null takes it away');
  t.equal(from('port'), '--port');
  t.equal(from('healthzPort'), 'default');
});

t.test('thresholds, their times and what must be won back may stand in different files', async (t) => {
  const { loaded } = await load(t, {
    'main.yaml': `${head}evictionSoft: {imagefs.available: 1Gi, containerfs.available: 2Gi}\n`,
    'conf.d/1.conf': `${head}evictionSoftGracePeriod: {imagefs.available: 1m, containerfs.available: 90s}\n`,
    'conf.d/2.conf': `${head}evictionMinimumReclaim: {containerfs.available: 10%}\n`,
  });
  t.match((await loaded()).configuration, {
    evictionSoftGracePeriod: { 'containerfs.available': 90_000 },
    evictionMinimumReclaim: { 'containerfs.available': '10%' },
  });
});

t.test('a file as other tools write it for agents can be used when nothing in it asks for pods', async (t) => {
  const { loaded } = await load(t, {
    'main.yaml': `${head}${[
      'authentication: {anonymous: {enabled: false}, webhook: {cacheTTL: 0s, enabled: true}, x509: {clientCAFile: ca}}',
      'authorization: {mode: Webhook, webhook: {cacheAuthorizedTTL: 0s, cacheUnauthorizedTTL: 0s}}',
      'containerRuntimeEndpoint: ""',
      'cpuManagerReconcilePeriod: 0s',
      'crashLoopBackOff: {}',
      'evictionPressureTransitionPeriod: 0s',
      'fileCheckFrequency: 0s',
      'imageMaximumGCAge: 0s',
      'logging: {flushFrequency: 0, options: {json: {infoBufferSize: "0"}, text: {infoBufferSize: "0"}}, verbosity: 0}',
      'memorySwap: {}',
      'nodeStatusReportFrequency: 0s',
      'nodeStatusUpdateFrequency: 0s',
      'rotateCertificates: true',
      'runtimeRequestTimeout: 0s',
      'streamingConnectionIdleTimeout: 0s',
      'enforceNodeAllocatable: [pods]',
      'cgroupDriver: cgroupfs',
      'orchAPIQPS: 50',
    ].join('\n')}\n`,
  });
  const { configuration, shown } = await loaded();
  t.match(configuration, {
    authentication: { webhook: { cacheTTL: 120_000 } },
    containerRuntimeEndpoint: 'unix:///run/containerd/containerd.sock',
    nodeStatusUpdateFrequency: 10_000,
    nodeStatusReportFrequency: 300_000,
    evictionPressureTransitionPeriod: 300_000,
    runtimeRequestTimeout: 120_000,
  });
  t.match(shown, { nodeStatusUpdateFrequency: '10s', authorization: { webhook: { cacheAuthorizedTTL: '5m0s' } } });
  t.notOk(Object.hasOwn(shown, 'cgroupDriver'));
});
