// A run with credentials from a plug-in: they open the target and appear in no report.

import { chmodSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import t from 'tap';
import { vendorOf } from '../../shared/vendor/profile.ts';
import { runProgram } from '../main.ts';

const token = 'given-by-the-plug-in';

async function run(...args: string[]) {
  let [out, err] = ['', ''];
  const surface = { colors: false, terminal: false, signal: new AbortController().signal };
  const write = (text: string) => void (out += text);
  const writeError = (text: string) => void (err += text);
  const code = await runProgram(['run', '--vendor', 'orch', '--case', 'health-endpoints', ...args], {
    write,
    writeError,
    ...surface,
  });
  return { code, out, err };
}

t.test('credentials of a plug-in open the target and appear in no report', async (t) => {
  const server = createServer(({ url, headers }, response) => {
    const known = headers.authorization === `Bearer ${token}`;
    const served = url === '/version' || /z(?:$|\?)/.test(url ?? '');
    response.statusCode = known ? (served ? 200 : 404) : 401;
    // A target that echoes requests.
    response.end(url === '/version' ? '{"gitVersion":"v1.34.0"}' : `not well for ${headers.authorization?.slice(7)}`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.teardown(() => {
    server.closeAllConnections();
    server.close();
  });
  const apiVersion = vendorOf('orch').fill('client.authentication.{api}/v1');
  const answer = (given: string) => JSON.stringify({ apiVersion, kind: 'ExecCredential', status: { token: given } });
  const config = {
    clusters: [{ name: 'c', cluster: { server: `http://127.0.0.1:${(server.address() as AddressInfo).port}` } }],
    users: [{ name: 'u', user: { exec: { apiVersion, command: './plugin', interactiveMode: 'Never' } } }],
    contexts: [{ name: 'x', context: { cluster: 'c', user: 'u' } }],
    'current-context': 'x',
  };
  const folder = t.testdir({ config: JSON.stringify(config), answer: answer(token) });
  const file = join(folder, 'config');
  const program = join(folder, 'plugin');
  writeFileSync(program, `#!/bin/sh\ncat '${folder}/answer'\n`);
  chmodSync(program, 0o755);

  for (const form of ['console', 'json', 'html', 'tap']) {
    const { code, out, err } = await run('--kubeconfig', file, '--report', form);
    t.equal(code, 1, form);
    t.match(out, 'not well for (hidden)', form);
    t.notMatch(out + err, token, form);
  }
  writeFileSync(join(folder, 'answer'), answer('another-token'));
  t.match(await run('--kubeconfig', file), { code: 2, err: /answers 401 .*credentials are not accepted/ });
  writeFileSync(join(folder, 'answer'), '');
  t.match(await run('--kubeconfig', file), {
    code: 2,
    out: '',
    err: /^orch-conformance: the credential plug-in .*\/plugin wrote no JSON\n$/,
  });
});
