// The suite of this project against the agent: its cases about agents, as their users run them; and against mutants of
// the agent, dozens of programs, only when ORCHKIT_LAUNCHED_MUTANTS is set.

import { spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import t, { type Test } from 'tap';
import { type NodeSystem, startNodeSystem } from '../../fixtures/process/node-system.ts';
import { programFile } from '../../fixtures/process/program-file.ts';
import { type Client, createClient } from '../../shared/client/index.ts';
import { vendorIds, vendorOf } from '../../shared/vendor/profile.ts';
import type { Vendor, VendorId } from '../../shared/vendor/vendor.ts';

t.setTimeout(1_500_000);

for (const id of vendorIds) {
  t.test(`${id}: the agent does what the suite demands, of callers with a certificate and with a token`, async (t) => {
    const system = await startSystem(t, id);
    const client = await createClient({ kubeconfig: system.server.kubeconfig });
    t.teardown(() => client.close());
    const tokenFile = await operatorToken(system, client, vendorOf(id));
    const areas = suiteAreas.map((area) => `--area=${area}`);
    const target = ['--agent-url', `https://127.0.0.1:${system.agent.port}`];
    const starting = launchWords(system);
    const words = ['run', '--kubeconfig', system.server.kubeconfig, '--report=json', ...areas, ...target];
    // Agents that the suite starts ask for no credentials: their cases need not run twice.
    for (const own of [starting, ['--agent-token-file', tokenFile]]) {
      const { code, report } = await suite([...words, ...own]);
      t.strictSame(
        report.results.filter(({ outcome, reason = '' }) => {
          const needless = own !== starting && reason.includes('--launch-');
          return outcome !== 'passed' && !needless && !reason.includes('libfaketime');
        }),
        [],
        'every case holds',
      );
      t.equal(report.results.length, agentCases().length, 'and none was left out');
      t.equal(code, 0);
    }
  });
}

const notNow = process.env['ORCHKIT_LAUNCHED_MUTANTS'] === undefined && 'set ORCHKIT_LAUNCHED_MUTANTS to run it';

t.test('no mutant of an agent survives', { skip: notNow }, async (t) => {
  const system = await startSystem(t, 'orch');
  const words = [
    ['--kubeconfig', system.server.kubeconfig, '--vendor=orch', `--area=${suiteAreas.join(',')}`],
    ['--agent-url', `https://127.0.0.1:${system.agent.port}`, ...launchWords(system)],
    // The cases run without a fault above, and each waits for what a mutant never does.
    ['--sound', '--trials=6', '--case-limit=25'],
  ].flat();
  const { code, out } = await ended([join(suiteFolder, 'mutant', 'matrix.js'), ...words]);
  t.equal(code, 0, out);
  t.ok((out.match(/^killed/gm) ?? []).length > 20, out);
  t.notMatch(out, 'SURVIVED');
});

async function startSystem(t: Test, vendor: VendorId): Promise<NodeSystem> {
  const system = await startNodeSystem({
    vendor,
    nodeName: 'n1',
    containers: ['default/counter/app'],
    configuration: ['nodeStatusUpdateFrequency: 1s'],
  });
  t.teardown(() => system.remove());
  return system;
}

/** How agents of the cases are started, what they find, and what they join. */
function launchWords(system: NodeSystem): readonly string[] {
  const launch = `${process.execPath} ${agentProgram} --container-runtime-endpoint unix://${system.folder}/cri.sock`;
  const service = ['--launch-server', `${process.execPath} ${programFile('orch-apiserver')}`];
  return ['--launch-agent', launch, '--agent-container', 'default/counter/app', ...service];
}

/** A file with the token of a service account that may do everything. */
async function operatorToken(system: NodeSystem, client: Client, vendor: Vendor): Promise<string> {
  const accounts = client.resource({ group: '', version: 'v1', resource: 'serviceaccounts' }).in('default');
  await accounts.create({ apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: 'operator' } });
  const rbac = vendor.fill('rbac.authorization.{api}');
  await client.resource({ group: rbac, version: 'v1', resource: 'clusterrolebindings' }).create({
    apiVersion: `${rbac}/v1`,
    kind: 'ClusterRoleBinding',
    metadata: { name: 'operator' },
    roleRef: { apiGroup: rbac, kind: 'ClusterRole', name: 'cluster-admin' },
    subjects: [{ kind: 'ServiceAccount', namespace: 'default', name: 'operator' }],
  });
  const group = vendor.fill('authentication.{api}');
  const review = (await client.request({
    method: 'POST',
    path: '/api/v1/namespaces/default/serviceaccounts/operator/token',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ apiVersion: `${group}/v1`, kind: 'TokenRequest', spec: {} }),
  })) as { readonly status: { readonly token: string } };
  const tokenFile = join(system.folder, 'token');
  await writeFile(tokenFile, review.status.token, { mode: 0o600 });
  return tokenFile;
}

const suiteFolder = fileURLToPath(new URL('../../conformance/', import.meta.url));

const suiteAreas = ['agent-config', 'checkpoint', 'node-status', 'proxy-and-misc', 'watchdog'];
const agentProgram = programFile('orch-agent');

/** The files of these areas. */
function agentCases(): readonly string[] {
  const files = suiteAreas.flatMap((area) => readdirSync(join(suiteFolder, 'cases', area)));
  return files.filter((name) => name.endsWith('.js') && name !== 'index.js');
}

interface SuiteReport {
  readonly results: readonly { readonly id: string; readonly outcome: string; readonly reason?: string }[];
}

async function suite(words: readonly string[]): Promise<{ code: number | null; report: SuiteReport }> {
  const { code, out } = await ended([programFile('orch-conformance'), ...words]);
  try {
    return { code, report: JSON.parse(out) as SuiteReport };
  } catch (cause) {
    throw new Error(`the suite wrote no report: ${out.slice(0, 1000)}`, { cause });
  }
}

/** What a program wrote to its standard output. */
function ended(words: readonly string[]): Promise<{ code: number | null; out: string }> {
  const child = spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'ignore'] });
  let out = '';
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, out })));
}
