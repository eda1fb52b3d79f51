// `--plan` against a target that records requests.

import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { vendorOf } from '../../shared/vendor/profile.ts';
import { runProgram } from '../main.ts';
import type { Plan } from './plan.ts';

async function run(...args: string[]) {
  let [out, err] = ['', ''];
  const surface = { colors: false, terminal: false, signal: new AbortController().signal };
  const write = (text: string) => void (out += text);
  const writeError = (text: string) => void (err += text);
  const code = await runProgram(['run', '--plan', ...args], { write, writeError, ...surface });
  return { code, out, err };
}

/** A target that forbids impersonation, and the requests that it got. */
async function target(t: Test) {
  const asked: string[] = [];
  const group = vendorOf('orch').fill('coordination.{api}');
  const server = createServer(({ method, url }, response) => {
    asked.push(`${method} ${url}`);
    if (url === '/apis') response.end(JSON.stringify({ groups: [{ name: group }] }));
    else if (url === '/version') response.end('{"gitVersion":"v1.34.0\\u001b[2J"}');
    else response.writeHead(url === '/api' ? 401 : 403).end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.teardown(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const folder = t.testdir({});
  const file = join(folder, 'config');
  const config = {
    clusters: [{ name: 'c', cluster: { server: address } }],
    users: [{ name: 'u', user: { token: 'x' } }],
    contexts: [{ name: 'x', context: { cluster: 'c', user: 'u' } }],
    'current-context': 'x',
  };
  await writeFile(file, JSON.stringify(config));
  return { asked, folder, flags: ['--kubeconfig', file] };
}

t.test(
  'a plan lists what would run and what would not, with the flag, and makes no request that is stored',
  async (t) => {
    const { asked, flags } = await target(t);
    const { code, out, err } = await run(...flags);
    t.strictSame({ code, err }, { code: 0, err: '' });
    t.match(out, /^target {4}http:\/\/127\.0\.0\.1:\d+, vendor orch, version v1\.34\.0\\u001b\[2J\n/);
    t.match(out, /\n {2}updating\/stale-version \[namespace\]\n/);
    t.match(out, /\nwould skip \d+ for launch-agent \(--launch-agent <command>: .*\)\n {2}agent-config\//);
    t.match(out, /\nwould skip \d+ for impersonation \(--kubeconfig <file>: /);
    t.match(out, /\nwould skip \d+ for launch-server \(--launch-server <command>: /);
    t.match(out, /\nno case yet\n/);
    t.notMatch(out, '\u001b');
    const reviews = vendorOf('orch').fill('/apis/authentication.{api}/v1/selfsubjectreviews');
    t.strictSame([...new Set(asked)].sort(), ['GET /api', 'GET /apis', 'GET /version', `POST ${reviews}`]);
  },
);

t.test('flags of the run move cases from skipped to run', async (t) => {
  const { folder, flags } = await target(t);
  const plan = async (...more: string[]) => {
    const { out } = await run(...flags, '--report', 'json', ...more);
    return JSON.parse(out) as Plan;
  };
  const skipped = ({ cases }: Plan, need: string) => cases.filter((each) => each.skipped?.need === need);
  const plain = await plan();
  t.match(plain, { kind: 'ConformancePlan', version: 'v1', target: { vendor: 'orch' } });
  t.ok(skipped(plain, 'launch-server').length > 50);
  t.ok(skipped(plain, 'launch-server').every(({ skipped }) => skipped?.flag === '--launch-server <command>'));
  // Neither command is started.
  const more = await plan('--launch-server', '/nonexistent', '--launch-agent', '/nonexistent');
  t.strictSame([...skipped(more, 'launch-server'), ...skipped(more, 'launch-agent')], []);
  t.equal(more.cases.length, plain.cases.length);

  const file = join(folder, 'plan.json');
  const written = await run(...flags, '--profile', 'access', '--report', 'json', '--output', file);
  t.match(written, { code: 0, out: '' });
  const access = JSON.parse(await readFile(file, 'utf8')) as Plan;
  t.ok(access.cases.every(({ profile }) => profile === 'access'));
  t.ok(access.withoutCase.length > 0);
  t.ok(access.withoutCase.every(({ profile, count }) => profile === 'access' && count > 0));
});

t.test('an unknown profile and an unsupported form are refused with one line and exit code 2', async (t) => {
  const { asked, flags } = await target(t);
  t.match(await run(...flags, '--profile', 'api,apis'), {
    code: 2,
    out: '',
    err: /there is no profile "apis"; there are api/,
  });
  t.match(await run(...flags, '--report', 'html'), { code: 2, out: '', err: /--plan has no form html/ });
  t.strictSame(asked, []);
});
