// Which credentials of a pod's secrets are shown to which registry.

import t from 'tap';
import type { NamedData, ReadObject } from '../environment/objects.ts';
import type { Pod } from '../object/pod.ts';
import { credentialsFor } from './pull-secrets.ts';

const { signal } = new AbortController();
const auth = (user: string, password: string): string => Buffer.from(`${user}:${password}`).toString('base64');

function secrets(contents: Readonly<Record<string, readonly [string, unknown]>>): ReadObject {
  return async (kind, namespace, name): Promise<NamedData | undefined> => {
    t.strictSame([kind, namespace], ['Secret', 'team']);
    const found = contents[name];
    if (found === undefined) return undefined;
    const [key, content] = found;
    const text = typeof content === 'string' ? content : JSON.stringify(content);
    return { type: 'x', values: new Map([[key, Buffer.from(text)]]) };
  };
}

const podOf = (...names: readonly string[]): Pod => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'p', namespace: 'team' },
  spec: { imagePullSecrets: names.map((name) => ({ name })) },
});

async function usersFor(image: string, servers: Readonly<Record<string, object>>): Promise<readonly unknown[]> {
  const read = secrets({ s: ['.dockerconfigjson', { auths: servers }] });
  return (await credentialsFor(image, podOf('s'), read, signal)).map(({ username }) => username);
}

t.test("only those of the image's own registry are shown, the closest path first", async (t) => {
  const of = (username: string) => ({ username, password: 'x' });
  const servers = {
    'registry.test:5000': of('whole'),
    'https://registry.test:5000/team': of('team'),
    'registry.test:5000/team/app': of('app'),
    'registry.test': of('other port'),
    '*.wild.test': of('wild'),
    'https://index.docker.io/v1/': of('hub'),
  };
  t.strictSame(await usersFor('registry.test:5000/team/app:1', servers), ['app', 'team', 'whole']);
  t.strictSame(await usersFor('registry.test:5000/team/app@sha256:00', servers), ['app', 'team', 'whole']);
  t.strictSame(await usersFor('registry.test:5000/team/application', servers), ['team', 'whole']);
  t.strictSame(await usersFor('registry.test/team/app', servers), ['other port']);
  t.strictSame(await usersFor('eu.wild.test/app', servers), ['wild']);
  t.strictSame(await usersFor('wild.test/app', servers), []);
  t.strictSame(await usersFor('a.eu.wild.test/app', servers), [], 'one part of a name, not two');
  t.strictSame(await usersFor('busybox', servers), ['hub']);
  t.strictSame(await usersFor('docker.io/library/busybox', servers), ['hub']);
  t.strictSame(await usersFor('evilregistry.test:5000/team/app', servers), [], 'other registries do not get them');
});

t.test('both forms of secrets are read, with every kind of credential', async (t) => {
  const read = secrets({
    old: ['.dockercfg', { 'registry.test': { auth: auth('old', 'a:b') } }],
    token: ['.dockerconfigjson', { auths: { 'registry.test': { identitytoken: 'i', registrytoken: 'r' } } }],
  });
  const found = await credentialsFor('registry.test/app', podOf('old', 'token'), read, signal);
  t.strictSame(found, [
    { serverAddress: 'registry.test', username: 'old', password: 'a:b' },
    { serverAddress: 'registry.test', username: '', password: '', identityToken: 'i', registryToken: 'r' },
  ]);
});

t.test('a secret that is missing, damaged or cannot be read is left out', async (t) => {
  const good = ['.dockerconfigjson', { auths: { 'registry.test': { auth: auth('good', 'x') } } }] as const;
  const read = secrets({
    damaged: ['.dockerconfigjson', '{"auths":'],
    empty: ['.dockerconfigjson', {}],
    wrong: ['password', 'x'],
    good,
  });
  const names = ['none', 'damaged', 'empty', 'wrong', 'good'];
  const told: unknown[] = [];
  const tell = (missing: readonly string[]): void => void told.push(missing);
  t.match(await credentialsFor('registry.test/app', podOf(...names), read, signal, tell), [{ username: 'good' }]);
  t.strictSame(told, [['none']], 'and said once');
  const failing: ReadObject = async () => {
    throw new Error('the server is away');
  };
  t.strictSame(await credentialsFor('registry.test/app', podOf('s'), failing, signal), []);
});
