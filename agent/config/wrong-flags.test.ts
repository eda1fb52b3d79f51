// That every value of a flag that the agent cannot take is said on one line, with the flag and exit code 2, before anything is
// made; a file at fault is another matter.

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import t from 'tap';
import { program } from '../../shared/process/command-line/command.ts';
import { runProgram } from '../../shared/process/command-line/command-line.ts';
import { vendorOf } from '../../shared/vendor/profile.ts';
import { agentFlags } from './flags.ts';
import { settingsOf } from './settings.ts';

const agent = program({
  name: 'orch-agent',
  version: '1',
  summary: 'reads its flags',
  flags: agentFlags,
  run: async ({ flags, given }) => void (await settingsOf(flags, given)),
});

async function run(...words: readonly string[]): Promise<{ readonly code: number; readonly text: string }> {
  let text = '';
  const take = (more: string): void => {
    text += more;
  };
  return { code: await runProgram(agent, words, { out: take, error: take }), text };
}

const wrong: Readonly<Record<string, readonly string[]>> = {
  address: ['', 'here', '1.2.3'],
  'anonymous-auth': ['maybe'],
  'authentication-token-webhook': ['2'],
  'authentication-token-webhook-cache-ttl': ['soon', '-1s', '5'],
  'authorization-mode': ['', 'None'],
  'authorization-webhook-cache-authorized-ttl': ['soon'],
  'authorization-webhook-cache-unauthorized-ttl': ['soon'],
  'bootstrap-kubeconfig': ['', '/none'],
  'cert-dir': [''],
  'checkpoint-max-age': ['7d', '-1h'],
  'checkpoint-max-bytes': ['much', '-1'],
  'checkpoint-max-count': ['-1', '1.5', '1000001'],
  'checkpoint-minimum-free': ['200%', '-1', 'some'],
  'checkpoint-retention-schedule': ['daily', '* * * *', '61 * * * *'],
  'client-ca-file': [''],
  'cloud-provider': ['aws'],
  config: [''],
  'config-dir': [''],
  'container-runtime-endpoint': ['containerd', 'unix://', 'http://localhost', 'tcp://localhost'],
  'event-burst': ['0'],
  'event-qps': ['-1'],
  'eviction-hard': [
    'memory.available',
    'memory.available<x',
    'memory<1Gi',
    'memory.available<101%',
    'memory.available<0',
  ],
  'eviction-minimum-reclaim': ['memory.available=x', 'memory=1', 'memory.available=0%'],
  'eviction-pressure-transition-period': ['x'],
  'eviction-soft': ['memory.available<1Gi', 'memory<1'],
  'eviction-soft-grace-period': ['memory.available=x', 'memory.available'],
  'feature-gates': ['NoSuchGate=true', 'ContainerCheckpoint', 'ContainerCheckpoint=maybe'],
  'healthz-bind-address': ['', 'localhost'],
  'healthz-port': ['-1', '65536', 'x'],
  'hostname-override': ['', ' ', 'a b', '-a', 'a'.repeat(254)],
  kubeconfig: [''],
  'logging-format': ['xml'],
  'max-pods': ['-1', '100001', 'x'],
  'node-ip': ['here', '192.0.2.1,192.0.2.2', '192.0.2.1,2001:db8::1,2001:db8::2'],
  'node-labels': ['a', 'a/b/c=d', 'a=b c', vendorOf('orch').fill('node-role.{label}/worker=')],
  'node-status-max-images': ['-2'],
  'node-status-update-frequency': ['x', '-1s'],
  'pods-per-core': ['-1'],
  port: ['-1', '65536', ''],
  [vendorOf('orch').fill('{short}-reserved')]: ['cpu=x', 'cpu=-1', 'disk=1', 'cpu'],
  [vendorOf('kubernetes').fill('{short}-reserved')]: ['cpu=1'],
  'register-node': ['x'],
  'register-schedulable': ['x'],
  'register-with-taints': [
    'a',
    'a=b',
    'a=b:Never',
    'a/b/c:NoSchedule',
    'a=b c:NoSchedule',
    'a=b:NoSchedule,a=c:NoSchedule',
  ],
  'root-dir': [''],
  'rotate-certificates': ['x'],
  'rotate-server-certificates': ['x'],
  'runtime-request-timeout': ['x', '-1s'],
  'streaming-connection-idle-timeout': ['soon', '-1s'],
  'system-reserved': ['cpu=x', 'cpu=-1', 'disk=1', 'cpu'],
  'tls-cert-file': ['', '/only/one'],
  'tls-cipher-suites': ['NONE'],
  'tls-min-version': ['VersionTLS11'],
  'tls-private-key-file': ['', '/only/one'],
  v: ['-1', '11', 'x'],
  vendor: ['x'],
  pods: ['x', 'true'],
};

for (const [name, values] of Object.entries(wrong)) {
  t.test(`--${name} with a value that it cannot have`, async (t) => {
    for (const value of values) {
      const { code, text } = await run(`--${name}=${value}`);
      t.equal(code, 2, value);
      t.match(text, /^orch-agent: .*\n$/, text);
      t.ok(text.startsWith(`orch-agent: --${name}`), text);
      t.equal(text.indexOf('\n'), text.length - 1, 'one line');
    }
  });
}

t.test('every flag that is served has its wrong values here, but those that take any text', async (t) => {
  const free = new Set(['provider-id']);
  const served = Object.keys(agentFlags).filter((name) => agentFlags[name as keyof typeof agentFlags].hidden !== true);
  t.strictSame(
    served.filter((name) => !Object.hasOwn(wrong, name) && !free.has(name)),
    [],
  );
});

t.test('an invalid value in a file exits with 1 and names the line of the file', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'flags-'));
  t.teardown(() => rm(folder, { recursive: true }));
  const file = join(folder, 'agent.yaml');
  const head = vendorOf('orch').fill('apiVersion: kubelet.config.{api}/v1beta1\nkind: KubeletConfiguration\n');
  for (const [line, fault] of [
    ['address: here', 'address: must be an IP address'],
    ['containerRuntimeEndpoint: containerd', 'containerRuntimeEndpoint: runtime endpoint "containerd" is neither'],
    ['featureGates: {NoSuchGate: true}', 'featureGates.NoSuchGate: unknown feature gate'],
    ['systemReserved: {disk: 1Gi}', 'systemReserved.disk: must be one of cpu, memory'],
    ['systemReserved: {cpu: "-1"}', 'systemReserved.cpu: must not be negative'],
    ['registerWithTaints: [{key: a/b/c, effect: NoSchedule}]', 'registerWithTaints[0]: a qualified name'],
    ['tlsCertFile: x.crt', 'tlsCertFile: a serving certificate needs both'],
    ['evictionSoft: {memory.available: 1Gi}', 'evictionSoft.memory.available: needs a grace period'],
  ] as const) {
    await writeFile(file, `${head}${line}\n`);
    const { code, text } = await run(`--config=${file}`, '--max-pods=5');
    t.equal(code, 1, text);
    t.ok(text.startsWith(`orch-agent: ${file}:3: ${fault}`), text);
  }
});
