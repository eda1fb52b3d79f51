import { statSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';

import { stringifyJson } from '../../codec/json/json.ts';
import type { ConnectionConfig } from './connection-config.ts';
import { connectionConfigOf, readConnectionConfig, writeConnectionConfig } from './connection-config.ts';

const pem = '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n';
const data = Buffer.from(pem).toString('base64');

function content(cluster: object, user: object = {}): Record<string, unknown> {
  return {
    clusters: [{ name: 'other' }, { name: 'c', cluster: { server: 'https://a.example:6443/', ...cluster } }],
    users: [{ name: 'u', user }],
    contexts: [
      { name: 'x', context: { cluster: 'c', user: 'u', namespace: 'n' } },
      { name: 'anonymous', context: { cluster: 'c' } },
      { name: 'lost', context: { cluster: 'gone', user: 'u' } },
    ],
    'current-context': 'x',
  };
}

t.test('a YAML file is read: data before files, files from its own folder', async (t) => {
  const folder = t.testdir({
    'a.conf': `
apiVersion: v1
kind: Config
current-context: x
contexts: [{name: x, context: {cluster: c, user: u}}]
clusters:
- name: c
  cluster: {server: 'https://a.example', certificate-authority: ca.pem, tls-server-name: inner}
users:
- name: u
  user: {client-certificate-data: ${data}, client-certificate: ignored, client-key: /k.pem, token: t, tokenFile: token}
`,
  });
  t.strictSame(await readConnectionConfig(join(folder, 'a.conf')), {
    server: 'https://a.example',
    authority: { file: join(folder, 'ca.pem') },
    tlsServerName: 'inner',
    credentials: { certificate: { pem }, key: { file: '/k.pem' }, token: 't', tokenFile: join(folder, 'token') },
  });
});

t.test('each context has its server and user', (t) => {
  const options = { source: 'f', folder: '/' };
  t.match(connectionConfigOf(content({}, { token: 't' }), options), {
    server: 'https://a.example:6443',
    namespace: 'n',
    credentials: { token: 't' },
  });
  t.strictSame(
    connectionConfigOf(content({ 'insecure-skip-tls-verify': true }), { ...options, context: 'anonymous' }),
    {
      server: 'https://a.example:6443',
      insecure: true,
      credentials: {},
    },
  );
  t.end();
});

t.test('errors of a connection file name file and field', async (t) => {
  const cases: [unknown, string][] = [
    [[], 'f: is not an object'],
    [{}, 'f: current-context: no context is chosen'],
    [{ ...content({}), 'current-context': 'y' }, 'f: contexts: has no entry named "y"'],
    [{ ...content({}), 'current-context': 'lost' }, 'f: clusters: has no entry named "gone"'],
    [{ ...content({}), users: {} }, 'f: users: is not a list'],
    [content({ server: 7 }), 'f: clusters[1].cluster.server: is not a string'],
    [content({ server: '' }), 'f: clusters[1].cluster.server: is missing'],
    [content({ server: 'a.example:6443' }), 'f: clusters[1].cluster.server: is not an http or https URL'],
    [
      content({ 'proxy-url': 'socks5://p:1080' }),
      'f: clusters[1].cluster.proxy-url: proxies of the scheme socks5 are not supported: take http or https',
    ],
    [content({ 'proxy-url': 'p:8080/x y' }), 'f: clusters[1].cluster.proxy-url: is not a URL'],
    [
      content({ 'certificate-authority-data': 'AAAA' }),
      'f: clusters[1].cluster.certificate-authority-data: is not base64 of PEM text',
    ],
    [
      content({ 'certificate-authority-data': data, 'insecure-skip-tls-verify': true }),
      'f: clusters[1].cluster.insecure-skip-tls-verify: may not be true when a certificate authority is given',
    ],
    [content({}, { 'client-certificate': 'a' }), 'f: users[0].user.client-key: is needed with a client certificate'],
    [content({}, { 'client-key-data': data }), 'f: users[0].user.client-certificate: is needed with a client key'],
    [
      content({}, { username: 'x' }),
      'f: users[0].user.username: servers take no passwords: use a certificate, a token or exec',
    ],
    [
      content({}, { 'auth-provider': { name: 'oidc' } }),
      'f: users[0].user.auth-provider: such providers were removed from clients: name a credential plugin in exec instead',
    ],
    [content({}, { 'as-uid': '7' }), 'f: users[0].user.as-uid: needs the user to act as, in the field as'],
    [content({}, { 'as-groups': ['a'] }), 'f: users[0].user.as-groups: needs the user to act as, in the field as'],
    [content({}, { as: 'x', 'as-groups': [1] }), 'f: users[0].user.as-groups: is not a list of strings'],
    [
      content({}, { as: 'x', 'as-user-extra': { a: 'b' } }),
      'f: users[0].user.as-user-extra: is not an object of lists of strings',
    ],
  ];
  for (const [value, message] of cases) {
    t.throws(
      () => connectionConfigOf(value, { source: 'f', folder: '/' }),
      { name: 'ConnectionConfigError', message },
      stringifyJson(value),
    );
  }
  const folder = t.testdir({ broken: 'a: [', empty: '' });
  await t.rejects(readConnectionConfig(join(folder, 'missing')), { message: /missing: cannot be read: ENOENT/ });
  await t.rejects(readConnectionConfig(join(folder, 'broken')), { name: 'ConnectionConfigError', message: /broken: / });
  await t.rejects(readConnectionConfig(join(folder, 'empty')), { name: 'ConnectionConfigError' });
});

t.test('a written file is read back, and other users cannot read it', async (t) => {
  const path = join(t.testdir(), 'a.conf');
  const config: ConnectionConfig = {
    server: 'https://a.example:6443',
    authority: { pem },
    tlsServerName: 'inner',
    proxy: 'http://proxy.example:3128',
    namespace: 'n',
    credentials: {
      certificate: { file: '/c.pem' },
      key: { file: '/c.pem' },
      token: 't',
      tokenFile: '/t',
      impersonate: { user: 'jane', uid: '7', groups: ['devs'], extra: new Map([['Acme.io/Team', ['a', 'b']]]) },
    },
  };
  await writeConnectionConfig(path, config, 'agent');
  t.strictSame(await readConnectionConfig(path, { context: 'agent' }), config);
  t.equal(statSync(path).mode & 0o777, 0o600);
});
