import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import t from 'tap';
import { vendorIds, vendorOf } from '../../shared/vendor/profile.ts';
import { withoutUnset } from './zero-fields.ts';
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
    t.strictSame(configuration.systemReserved, { cpu: '100m', memory: '2Gi', pid: '100' });
    t.strictSame(configuration.registerWithTaints, [{ key: 'c', effect: 'NoExecute' }]);
  },
);

t.test('a null in a drop-in removes the value of an earlier file: a field, or one entry of a map', async (t) => {
  const { loaded, root } = await load(t, {
    'main.yaml': `${main}evictionHard: {memory.available: 200Mi, nodefs.available: 5%}\nfeatureGates: {KubeletPSI: false}\n`,
    'conf.d/10.conf': `${head}maxPods: null\nsystemReserved: {cpu: null, pid: null}\n`,
    'conf.d/20.conf': `${head}evictionHard: {nodefs.available: null}\nfeatureGates: {KubeletPSI: null}\n`,
    'conf.d/30.conf': `${head}authentication: {webhook: {cacheTTL: null}}\nevictionSoftGracePeriod: {memory.available: null}\n`,
  });
  const { configuration, origins } = await loaded();
  t.equal(configuration.maxPods, 110);
  t.strictSame(configuration.systemReserved, { memory: '1Gi' });
  t.strictSame(configuration.evictionHard, { 'memory.available': '200Mi' });
  t.strictSame(configuration.featureGates, {});
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
  t.strictSame(overlay({ m: { k: ['a', 'b'], l: ['x'] } }, { m: { k: ['c'], n: ['y'] } }), {
    m: { k: ['c'], l: ['x'], n: ['y'] },
  });
  t.strictSame(overlay({ a: { b: 1, c: 2 } }, { a: { b: null } }), { a: { c: 2 } });
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
    content: `${head}cgroupsPerQOS: false\n`,
    message: 'cgroupsPerQOS: can only be true: pods are not started by this agent',
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
    t.strictSame(own.read({ [name]: { cpu: '1' } }).agentReserved, { cpu: '1' });
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
  t.strictSame(configurationOf(flags, new Set(['port', 'anonymous-auth', 'feature-gates'])), {
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

/** Every field of the interface that an agent shows for itself when none is set. */
const defaults = `
address: 0.0.0.0
authentication: {anonymous: {enabled: false}, webhook: {cacheTTL: 2m0s, enabled: true}, x509: {clientCAFile: ""}}
authorization: {mode: Webhook, webhook: {cacheAuthorizedTTL: 5m0s, cacheUnauthorizedTTL: 30s}}
allowedUnsafeSysctls: []
cgroupDriver: cgroupfs
cgroupRoot: ""
cgroupsPerQOS: true
clusterDNS: []
clusterDomain: ""
configMapAndSecretChangeDetectionStrategy: Watch
containerLogMaxFiles: 5
containerLogMaxSize: 10Mi
containerLogMaxWorkers: 1
containerLogMonitorInterval: 10s
containerRuntimeEndpoint: unix:///run/containerd/containerd.sock
contentType: application/vnd.{maker}.protobuf
cpuCFSQuota: true
cpuCFSQuotaPeriod: 100ms
cpuManagerPolicy: none
cpuManagerPolicyOptions: {}
cpuManagerReconcilePeriod: 10s
crashLoopBackOff: {maxContainerRestartPeriod: 300s}
enableContentionProfiling: false
enableControllerAttachDetach: true
enableDebugFlagsHandler: true
enableDebuggingHandlers: true
enableProfilingHandler: true
enableServer: true
enableSystemLogHandler: true
enableSystemLogQuery: false
enforceNodeAllocatable: [pods]
eventBurst: 100
eventRecordQPS: 50
evictionHard: {imagefs.available: 15%, imagefs.inodesFree: 5%, memory.available: 100Mi, nodefs.available: 10%, nodefs.inodesFree: 5%}
evictionMaxPodGracePeriod: 0
evictionMinimumReclaim: {}
evictionPressureTransitionPeriod: 5m0s
evictionSoft: {}
evictionSoftGracePeriod: {}
failCgroupV1: false
failSwapOn: true
featureGates: {}
fileCheckFrequency: 20s
hairpinMode: promiscuous-bridge
healthzBindAddress: 127.0.0.1
healthzPort: 10248
httpCheckFrequency: 20s
imageGCHighThresholdPercent: 85
imageGCLowThresholdPercent: 80
imageMaximumGCAge: 0s
imageMinimumGCAge: 2m
imagePullCredentialsVerificationPolicy: NeverVerifyPreloadedImages
imageServiceEndpoint: ""
iptablesDropBit: 15
iptablesMasqueradeBit: 14
kernelMemcgNotification: false
kubeletCgroups: ""
localStorageCapacityIsolation: true
logging: {flushFrequency: 5s, format: text, options: {json: {infoBufferSize: "0"}, text: {infoBufferSize: "0", splitStream: false}}, verbosity: 0, vmodule: []}
makeIPTablesUtilChains: true
maxOpenFiles: 1000000
maxParallelImagePulls: null
maxPods: 110
memoryManagerPolicy: None
memorySwap: {swapBehavior: NoSwap}
memoryThrottlingFactor: 0.9
mergeDefaultEvictionSettings: false
nodeLeaseDurationSeconds: 40
nodeStatusMaxImages: 50
nodeStatusReportFrequency: 5m0s
nodeStatusUpdateFrequency: 10s
oomScoreAdj: -999
orchAPIBurst: 100
orchAPIQPS: 50
orchReserved: {}
orchReservedCgroup: ""
podCIDR: ""
podLogsDir: /var/log/pods
podPidsLimit: -1
podsPerCore: 0
port: 10250
preloadedImagesVerificationAllowlist: []
protectKernelDefaults: false
providerID: ""
qosReserved: {}
readOnlyPort: 0
registerNode: true
registerWithTaints: []
registryBurst: 10
registryPullQPS: 5
reservedMemory: []
reservedSystemCPUs: ""
resolvConf: /etc/resolv.conf
rotateCertificates: false
runOnce: false
runtimeRequestTimeout: 2m0s
seccompDefault: false
serializeImagePulls: true
serverTLSBootstrap: false
showHiddenMetricsForVersion: ""
shutdownGracePeriod: 0s
shutdownGracePeriodByPodPriority: []
shutdownGracePeriodCriticalPods: 0s
singleProcessOOMKill: false
staticPodPath: ""
staticPodURL: ""
staticPodURLHeader: {}
streamingConnectionIdleTimeout: 4h0m0s
syncFrequency: 1m
systemCgroups: ""
systemReserved: {}
systemReservedCgroup: ""
tlsCertFile: ""
tlsCipherSuites: []
tlsMinVersion: ""
tlsPrivateKeyFile: ""
topologyManagerPolicy: none
topologyManagerPolicyOptions: {}
topologyManagerScope: container
tracing: null
userNamespaces: {idsPerPod: 65536}
volumePluginDir: /usr/libexec/{maker}/kubelet-plugins/volume/exec/
volumeStatsAggPeriod: 1m0s
`;

t.test('a file with the default of every field of the interface is taken, and changes nothing', async (t) => {
  const { loaded } = await load(t, {
    'main.yaml': `${head}${defaults.replaceAll('{maker}', vendorOf('orch').fill('{maker}'))}`,
  });
  const { evictionHard, checkpointMinimumFree: free, ...found } = (await loaded()).configuration;
  const configured = (await (await load(t, {})).loaded()).configuration;
  const { evictionHard: _hard, checkpointMinimumFree: unsetFree, ...unset } = configured;
  t.strictSame(found, unset);
  for (const bytes of [0, 1e12]) t.equal(free(bytes), unsetFree(bytes));
  t.equal(evictionHard['memory.available'], '100Mi');
});

t.test('a zero that means "not set" is the default, and removes the value of an earlier file', async (t) => {
  const zeros = [
    'address: ""',
    'authentication: {x509: {clientCAFile: ""}}',
    'authorization: {mode: ""}',
    'eventBurst: 0',
    'maxPods: 0',
    'nodeLeaseDurationSeconds: 0',
    'port: 0',
    'tlsMinVersion: ""',
  ].join('\n');
  const { loaded } = await load(t, {
    'main.yaml': `${head}maxPods: 7\nport: 77\nauthorization: {mode: AlwaysAllow}\n`,
    'conf.d/1.conf': `${head}${zeros}\nhealthzPort: 0\n`,
  });
  const { configuration } = await loaded();
  t.match(configuration, { maxPods: 110, port: 10_250, eventBurst: 100, nodeLeaseDurationSeconds: 40, healthzPort: 0 });
  t.match(configuration, { authorization: { mode: 'Webhook' }, tlsMinVersion: 'VersionTLS12', address: '0.0.0.0' });
  t.equal(configuration.authentication.x509.clientCAFile, undefined);
});

t.test('all faults of all files are listed at once, each with its file, its line and its field', async (t) => {
  const { root, loaded } = await load(t, {
    'main.yaml': `${head}maxPods: many\nstaticPodPath: /etc/pods\ncgroupsPerQOS: false\nregistryPullQPS: 0\nmaxPodz: 1\n`,
    'conf.d/1.conf': `${head}evictionHard: {memory.available: much, cpu.available: 1}\nport: -1\nport: 2\n`,
    'conf.d/2.conf': `${head}logging: {format: json}\nsystemReserved: {disk: 1Gi, cpu: "-1"}\n`,
  });
  const error = await loaded().then(
    () => undefined,
    (found: unknown) => found as AggregateError,
  );
  const messages = (error?.errors ?? []).map((one: Error) => one.message.replace(`${root}/`, ''));
  const expected = [
    'main.yaml:3: maxPods: must be an integer',
    'main.yaml:4: staticPodPath: can only be left out',
    'main.yaml:5: cgroupsPerQOS: can only be true',
    'main.yaml:6: registryPullQPS: can only be 5',
    'main.yaml:7: maxPodz: unknown or unsupported field',
    'conf.d/1.conf:3: evictionHard.memory.available: ',
    'conf.d/1.conf:3: evictionHard.cpu.available: ',
    'conf.d/1.conf:5: port: is given twice',
    'conf.d/2.conf:3: logging: can only be',
    'conf.d/2.conf:4: systemReserved.disk: must be one of',
    'conf.d/2.conf:4: systemReserved.cpu: must not be negative',
  ];
  for (const one of expected)
    t.ok(
      messages.some((message) => message.startsWith(one)),
      `${one} in ${messages.join('\n')}`,
    );
});

t.test('each of the fields that are not honoured is refused with a value that would change something', async (t) => {
  const others = {
    allowedUnsafeSysctls: ['a'],
    configMapAndSecretChangeDetectionStrategy: 'Get',
    containerLogMaxFiles: 0,
    crashLoopBackOff: { maxContainerRestartPeriod: '2s' },
    enableServer: false,
    enableContentionProfiling: true,
    enableDebuggingHandlers: false,
    enableSystemLogQuery: true,
    failCgroupV1: true,
    imagePullCredentialsVerificationPolicy: 'AlwaysVerify',
    iptablesDropBit: 0,
    makeIPTablesUtilChains: false,
    memorySwap: { swapBehavior: 'LimitedSwap' },
    orchAPIQPS: 0,
    orchReservedCgroup: '/a',
    oomScoreAdj: 0,
    protectKernelDefaults: true,
    qosReserved: { memory: '50%' },
    resolvConf: '',
    runOnce: true,
    syncFrequency: '2m',
    userNamespaces: { idsPerPod: 1 },
  };
  for (const [name, value] of Object.entries(others)) {
    t.throws(() => format.check({ [name]: value }), { message: new RegExp(`^${name}: can only be `) }, name);
  }
});

t.test('the encoding of requests may be the one that this agent uses, or the usual one', async (t) => {
  for (const id of vendorIds) {
    const vendor = vendorOf(id);
    const format = configurationFormat(vendor);
    for (const type of ['application/json', vendor.fill('application/vnd.{maker}.protobuf'), ''])
      format.check({ contentType: type });
    t.throws(() => format.check({ contentType: 'application/yaml' }), { message: /^contentType: can only be / });
  }
});

t.test('switches without effect take either boolean, and nothing else', async (t) => {
  for (const name of ['enableDebugFlagsHandler', 'enableProfilingHandler', 'failSwapOn']) {
    for (const value of [true, false, null]) t.doesNotThrow(() => format.check({ [name]: value }), `${name}: ${value}`);
    for (const value of ['false', 0, 'no']) {
      t.throws(
        () => format.check({ [name]: value }),
        { message: `${name}: must be true or false` },
        `${name}: ${value}`,
      );
    }
  }
  const { loaded } = await load(t, { 'main.yaml': `${head}enableSystemLogHandler: false\n` });
  t.equal((await loaded()).configuration.enableSystemLogHandler, false);
});

t.test('a shutdown has periods by priority, or two of its own, and each priority once', (t) => {
  const withPods = configurationFormat(vendorOf('orch'), true);
  const steps = (...list: readonly object[]) => ({ shutdownGracePeriodByPodPriority: list });
  const step = (priority: number, shutdownGracePeriodSeconds: number) => ({ priority, shutdownGracePeriodSeconds });
  const found = withPods.read(steps(step(-5, 0), step(100, 60)));
  t.strictSame(found.shutdownGracePeriodByPodPriority, [step(-5, 0), step(100, 60)]);
  t.strictSame(withPods.read({}).shutdownGracePeriodByPodPriority, []);
  const refused = (content: Content, message: RegExp) => t.throws(() => withPods.read(content), { message });
  refused({ ...steps(step(0, 1)), shutdownGracePeriod: '5s' }, /cannot be set together with shutdownGracePeriod$/);
  refused(steps(step(1, 1), step(2, 1), step(1, 9)), /Priority\[2\]: there is a period for the priority 1 already/);
  refused(steps(step(0, -1)), /\[0\]\.shutdownGracePeriodSeconds: must be an integer from 0/);
  refused({ shutdownGracePeriod: '5s', shutdownGracePeriodCriticalPods: '6s' }, /must not be longer/);
  t.throws(() => format.check(steps(step(0, 1))), { message: /pods are not started by this agent/ });
  t.end();
});

t.test('fields that are not set are not shown, and zeros that are values are', async (t) => {
  const shown = configurationFormat(vendorOf('orch')).complete({ podLogsDir: '/logs', eventRecordQPS: 0 });
  const left = withoutUnset(shown) as Readonly<Record<string, unknown>>;
  for (const name of [
    'podsPerCore',
    'rotateCertificates',
    'serverTLSBootstrap',
    'systemReserved',
    'registerWithTaints',
  ])
    t.notOk(Object.hasOwn(left, name), name);
  t.match(left, { podLogsDir: '/logs', eventRecordQPS: 0, registerNode: true, maxPods: 110, imageMaximumGCAge: '0s' });
  const set = { podsPerCore: 3, rotateCertificates: true, systemReserved: { cpu: '1' }, healthzPort: 0 };
  t.strictSame(withoutUnset(set), set);
});
