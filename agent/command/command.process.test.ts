// The commands beside the agent itself, as programs.

import { execFile } from 'node:child_process';
import { join } from 'node:path';
import t from 'tap';
import { programFile } from '../../fixtures/process/program-file.ts';
import { writeConnectionConfig } from '../../shared/client/connection/connection-config.ts';
import { vendorOf } from '../../shared/vendor/profile.ts';

// Each program takes seconds to start when the machine is busy.
t.setTimeout(400_000);

const main = programFile('orch-agent');

function run(...words: string[]): Promise<{ readonly code: number; readonly out: string; readonly error: string }> {
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [main, ...words], (_error, out, error) => {
      resolve({ code: child.exitCode ?? -1, out, error });
    });
  });
}

for (const id of ['orch', 'kubernetes'] as const) {
  const vendor = vendorOf(id);
  const head = vendor.fill('apiVersion: kubelet.config.{api}/v1beta1\nkind: KubeletConfiguration\n');

  t.test(
    `${id}: config prints what is in force and where it comes from (ACONF-001, ACONF-008, ACONF-009)`,
    async (t) => {
      const reserved = vendor.fill('{short}Reserved');
      const folder = t.testdir({
        'main.yaml': `${head}maxPods: 50\nsystemReserved: {cpu: 100m}\n`,
        'conf.d': { '10.conf': `${head}systemReserved:\n  memory: 1Gi\n` },
      });
      const words = [
        'config',
        `--vendor=${id}`,
        `--config=${join(folder, 'main.yaml')}`,
        `--config-dir=${join(folder, 'conf.d')}`,
        '--port=1',
        `--${vendor.fill('{short}-reserved')}=cpu=200m,memory=1Gi`,
      ];
      const table = await run(...words);
      t.equal(table.code, 0, table.error);
      const row = (field: string) =>
        table.out
          .split('\n')
          .find((line) => line.startsWith(`${field} `))
          ?.split(/ {2,}/);
      t.strictSame(row('maxPods'), ['maxPods', '50', join(folder, 'main.yaml:3')]);
      t.strictSame(row('systemReserved.cpu'), ['systemReserved.cpu', '100m', join(folder, 'main.yaml:4')]);
      t.strictSame(row('systemReserved.memory'), ['systemReserved.memory', '1Gi', join(folder, 'conf.d/10.conf:4')]);
      t.strictSame(row('port'), ['port', '1', '--port']);
      t.strictSame(row('healthzPort'), ['healthzPort', '10248', 'default']);
      const json = JSON.parse((await run(...words, '-o', 'json')).out) as {
        readonly configuration: Record<string, unknown>;
        readonly origins: Record<string, string>;
      };
      t.strictSame(json.configuration[reserved], { cpu: '200m', memory: '1Gi' });
      t.equal(json.origins[`${reserved}.cpu`], vendor.fill('--{short}-reserved'));
      const yaml = await run(...words, '-o', 'yaml');
      t.match(yaml.out, new RegExp(`^${head}`));
    },
  );
}

t.test('config refuses what the agent would refuse', async (t) => {
  const folder = t.testdir({
    'a.yaml': vendorOf('orch').fill(
      'apiVersion: kubelet.config.{api}/v1beta1\nkind: KubeletConfiguration\nmaxPodz: 1\n',
    ),
  });
  const { code, error } = await run('config', `--config=${join(folder, 'a.yaml')}`);
  t.equal(code, 1);
  t.match(error, /a\.yaml:3: maxPodz: unknown or unsupported field/);
});

t.test('verify reports what is missing, as text and as JSON, and exits with 1', async (t) => {
  const folder = t.testdir({});
  const words = [
    'verify',
    `--root-dir=${folder}`,
    '--port=0',
    '--healthz-port=0',
    `--container-runtime-endpoint=unix://${folder}/none.sock`,
  ];
  const [table, json] = await Promise.all([run(...words), run(...words, '--output=json')]);
  t.equal(table.code, 1);
  t.match(table.out, /^failure +runtime /m);
  t.match(table.out, /-> start the runtime/);
  const { verdict, checks } = JSON.parse(json.out) as { verdict: string; checks: { check: string; verdict: string }[] };
  t.equal(json.code, 1);
  t.equal(verdict, 'failure');
  t.strictSame(
    checks.map(({ check }) => check),
    [
      'rights',
      'runtime',
      'cgroups',
      'swap',
      'kernel',
      'nft',
      'folder',
      'seccomp',
      'space',
      'space-checkpoints',
      'node-name',
      'serving-certificate',
      'api',
    ],
  );
  t.match(
    checks.find(({ check }) => check === 'api'),
    { verdict: 'failure', found: 'without --kubeconfig no API server can authorize callers' },
    'the agent itself would not start so',
  );
  const alone = await run(...words, '--authorization-mode=AlwaysAllow');
  t.match(alone.out, /^ok +api +without --kubeconfig the agent stands alone$/m);
  const joining = await run(...words, '--bootstrap-kubeconfig=none');
  t.equal(joining.code, 2);
  t.match(joining.error, /--bootstrap-kubeconfig needs --kubeconfig/);
});

t.test('simulate takes no period that would keep it busy with nothing else', async (t) => {
  for (const flag of ['lease-duration', 'status-period', 'print-period']) {
    const { code, error } = await run('simulate', '--kubeconfig=none', `--${flag}=0s`);
    t.strictSame({ code, error }, { code: 2, error: `orch-agent: --${flag} must be a second at least\n` });
  }
});

t.test('simulate refuses labels that no node can have', async (t) => {
  for (const label of ['bad label=x', 'x=bad value']) {
    const { code, error } = await run('simulate', '--kubeconfig=none', `--labels=${label}`);
    t.equal(code, 2);
    t.ok(error.startsWith(`orch-agent: --labels: ${label}: `), error);
  }
});

t.test('a run of simulate that ends before its first line says what failed', async (t) => {
  const kubeconfig = join(t.testdir({}), 'kubeconfig');
  // Nothing listens on this port.
  await writeConnectionConfig(kubeconfig, { server: 'https://127.0.0.1:1', credentials: { token: 'x' } });
  const { code, out, error } = await run('simulate', `--kubeconfig=${kubeconfig}`, '--nodes=1', '--duration=5s');
  t.equal(code, 1);
  t.match(out, /^in all: 0 nodes, /);
  t.match(
    error,
    /^1 of 1 nodes began and got no lease: simulated-0\nthe last failure: ConnectionError: .*127\.0\.0\.1:1/,
  );
});

t.test('simulate accepts --print-durations only with --output=json', async (t) => {
  const { code, error } = await run('simulate', '--kubeconfig=none', '--print-durations');
  t.strictSame({ code, error }, { code: 2, error: 'orch-agent: --print-durations needs --output=json\n' });
});

t.test('flags that are known but have no part are refused with the reason', async (t) => {
  for (const [flag, reason] of [
    ['--lock-file=x', /--lock-file: is not supported: the init system/],
    ['--cloud-provider=aws', /--cloud-provider: .*external or empty/],
    ['--pod-manifest-path=/x', /static pods/],
  ] as const) {
    const { code, error } = await run('config', flag);
    t.equal(code, 2, flag);
    t.match(error, reason);
  }
  t.equal((await run('config', '--read-only-port=0', '--cloud-provider=')).code, 0);
});
