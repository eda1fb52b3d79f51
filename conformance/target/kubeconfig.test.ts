// Reading client configurations: data before files, contexts, and one-line errors.

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import t from 'tap';
import { parseKubeconfig, readKubeconfig } from './kubeconfig.ts';

const base64 = (text: string) => Buffer.from(text).toString('base64');
const config = (user: string, cluster = 'server: https://127.0.0.1:6443') => `
current-context: main
contexts:
  - name: main
    context: { cluster: local, user: admin }
clusters:
  - name: local
    cluster:
      ${cluster}
users:
  - name: admin
    user:
      ${user}
`;

t.test('certificates are read from the data fields', async (t) => {
  const user = `client-certificate-data: ${base64('CERT')}\n      client-key-data: ${base64('KEY')}`;
  const cluster = `server: https://127.0.0.1:6443\n      certificate-authority-data: ${base64('CA')}`;
  t.strictSame(await parseKubeconfig(config(user, cluster), '/'), {
    server: 'https://127.0.0.1:6443',
    insecure: false,
    ca: 'CA',
    certificate: 'CERT',
    key: 'KEY',
  });
});

t.test("relative file names are resolved against the configuration's folder", async (t) => {
  const folder = t.testdir({ 'ca.pem': 'CA', token: ' secret\n' });
  const file = join(folder, 'config');
  await writeFile(file, config('tokenFile: token', 'server: https://h:1\n      certificate-authority: ca.pem'));
  t.match(await readKubeconfig(file), { ca: 'CA', token: 'secret' });
});

t.test('an unusable configuration is refused with a one-line message', async (t) => {
  const refused = async (text: string, message: RegExp, context?: string) => {
    await t.rejects(parseKubeconfig(text, '/', context), { message });
  };
  await refused('a: [', /^the configuration is not YAML: [^\n]*$/);
  await refused(config('token: x'), /no context named "other"/, 'other');
  await refused(config('auth-provider: { name: x }'), /has an auth-provider, which no client runs/);
  await refused(config('as: jane'), /acts as another \(as\), and cases need one identity/);
  await refused(config('token: x', 'server: https://h:1\n      proxy-url: http://p:1'), /has a proxy-url/);
  await refused(config('exec: { command: x }'), /the credential plug-in x has apiVersion "", which is none of /);
  await refused(config('token: x', 'server: somewhere'), /without a usable server address: "somewhere"/);
  await refused(config('client-key: missing.pem'), /cannot read missing\.pem/);
  await t.rejects(readKubeconfig('/nonexistent/config'), { message: /cannot read \/nonexistent\/config/ });
});
