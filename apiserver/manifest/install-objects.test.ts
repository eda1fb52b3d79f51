// What a server has from its start, and what is installed later: definitions, objects, webhooks that are led to the test, users.

import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { X509Certificate } from 'node:crypto';
import { createServer } from 'node:https';
import { connect } from 'node:tls';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import t from 'tap';
import { createClient, isForbidden } from '../../shared/client/index.ts';
import { startApiServer } from '../server.ts';
import { vendorOf } from '../../shared/vendor/profile.ts';

t.setTimeout(120_000);
const vendor = vendorOf('orch');
const extensions = vendor.fill('apiextensions.{api}');
const admission = vendor.fill('admissionregistration.{api}');
const rbac = vendor.fill('rbac.authorization.{api}');

const definitionOf = (plural: string, kind: string, more: object = {}) => ({
  apiVersion: `${extensions}/v1`,
  kind: 'CustomResourceDefinition',
  metadata: { name: `${plural}.example.com` },
  spec: {
    group: 'example.com',
    scope: 'Namespaced',
    names: { plural, singular: kind.toLowerCase(), kind, listKind: `${kind}List` },
    versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object' } } }],
    ...more,
  },
});

const backup = (name: string, metadata: object = {}) => ({
  apiVersion: 'example.com/v1',
  kind: 'Backup',
  metadata: { name, ...metadata },
});

const resource = (group: string, plural: string) => ({ group, version: 'v1', resource: plural });

t.test('definitions and objects of files, folders and code are there when the server is', async (t) => {
  const folder = t.testdir({
    crds: {
      'backup.yaml': `# a comment\n---\n${JSON.stringify(definitionOf('backups', 'Backup'))}\n---\n`,
      'kustomization.yaml': 'resources: [backup.yaml]\n',
      'README.md': 'no manifest',
    },
    'objects.yaml': [
      'apiVersion: v1\nkind: List\nitems:\n- apiVersion: v1\n  kind: ConfigMap\n  metadata: { name: of-list, namespace: shop }\n',
      'apiVersion: v1\nkind: Namespace\nmetadata: { name: shop }\n',
      'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: exported, uid: a-b, resourceVersion: "7", creationTimestamp: null }\ndata: { text: "a\\n--- no marker" }\n',
    ].join('---\n'),
  });
  const dataDir = join(t.testdirName, 'data');
  const options = {
    dataDir,
    definitions: [join(folder, 'crds'), definitionOf('plans', 'Plan')],
    manifests: [backup('nightly', { namespace: 'shop' }), join(folder, 'objects.yaml')],
  };
  for (const round of ['first', 'second']) {
    await using server = await startApiServer(options);
    await using client = await createClient({ kubeconfig: server.kubeconfig });
    const names = async (group: string, plural: string, namespace: string) =>
      (await client.resource(resource(group, plural)).in(namespace).list()).items.map(({ metadata }) => metadata.name);
    t.strictSame(await names('example.com', 'backups', 'shop'), ['nightly'], round);
    t.strictSame(await names('example.com', 'plans', 'shop'), [], round);
    t.strictSame((await names('', 'configmaps', 'shop')).includes('of-list'), true, round);
    t.strictSame((await names('', 'configmaps', 'default')).includes('exported'), true, round);
  }
});

t.test('an object that cannot be installed is named, and the server does not start', async (t) => {
  const folder = t.testdir({
    'twice.yaml': 'apiVersion: v1\nkind: ConfigMap\nkind: Secret\nmetadata: {}\n',
    'text.yaml': 'just text\n',
  });
  const refused = async (options: object, message: RegExp) =>
    t.rejects(startApiServer(options), { message }, JSON.stringify(options));
  await refused({ manifests: [join(folder, 'missing')] }, /missing cannot be read: ENOENT/);
  await refused({ manifests: [join(folder, 'twice.yaml')] }, /twice\.yaml, document 1: line 3: key "kind" already set/);
  await refused({ manifests: [join(folder, 'text.yaml')] }, /text\.yaml, document 1 holds no object of an API/);
  await refused(
    { manifests: [backup('a')] },
    /object 1: Backup a cannot be installed: no kind Backup of example\.com\/v1/,
  );
  await refused(
    { manifests: [{ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'Not a name' } }] },
    /object 1: ConfigMap Not a name cannot be installed: .*metadata\.name/,
  );
  await refused({ definitions: [1] }, /option definitions\[0\]: must be a text, not 1/);
  await refused({ users: [{ name: 'jane' }] }, /option users\[0\]\.kubeconfigPath is missing/);
});

t.test('a definition with conflicting names fails with its condition', async (t) => {
  const taken = { names: { plural: 'others', singular: 'other', kind: 'Backup', listKind: 'BackupList' } };
  await using server = await startApiServer({ definitions: [definitionOf('backups', 'Backup')] });
  const waiting = server.install({ definitions: [definitionOf('others', 'Other', taken)] });
  // The end of the server ends what waits.
  await Promise.all([t.rejects(waiting, { message: /the server is stopping|is not served/ }), server.stop()]);
});

t.test('users have connection files, and the rights of their roles', async (t) => {
  const kubeconfigPath = join(t.testdir(), 'jane');
  const rules = [{ apiGroups: [''], resources: ['configmaps'], verbs: ['list'] }];
  const subjects = [{ apiGroup: rbac, kind: 'Group', name: 'readers' }];
  await using server = await startApiServer({
    users: [{ name: 'jane', groups: ['readers'], kubeconfigPath }],
    manifests: [
      { apiVersion: `${rbac}/v1`, kind: 'Role', metadata: { name: 'reader' }, rules },
      {
        apiVersion: `${rbac}/v1`,
        kind: 'RoleBinding',
        metadata: { name: 'readers' },
        roleRef: { apiGroup: rbac, kind: 'Role', name: 'reader' },
        subjects,
      },
    ],
  });
  t.equal((await stat(kubeconfigPath)).mode & 0o777, 0o600);
  const maps = resource('', 'configmaps');
  for (const kubeconfig of [await readFile(kubeconfigPath, 'utf8'), server.user('system:x: "y"', ['readers'])]) {
    await using client = await createClient({ kubeconfig });
    t.ok(Array.isArray((await client.resource(maps).in('default').list()).items));
    const error: unknown = await client
      .resource(maps)
      .in('default')
      .delete('a')
      .catch((cause: unknown) => cause);
    t.ok(isForbidden(error));
  }
  await using nobody = await createClient({ kubeconfig: server.user('jim') });
  t.ok(
    isForbidden(
      await nobody
        .resource(maps)
        .in('default')
        .list()
        .catch((cause: unknown) => cause),
    ),
  );
  t.throws(() => server.user(''), { message: 'a user needs a name' });
});

t.test(
  'webhooks are led to the process under test, with an authority that its certificate is checked by',
  async (t) => {
    const folder = t.testdir({});
    await mkdir(join(folder, 'webhook'));
    const webhook = {
      name: 'check.example.com',
      admissionReviewVersions: ['v1'],
      sideEffects: 'None',
      failurePolicy: 'Ignore',
      rules: [{ apiGroups: ['example.com'], apiVersions: ['v1'], operations: ['CREATE'], resources: ['plans'] }],
      clientConfig: { service: { namespace: 'system', name: 'webhook', path: '/validate' } },
    };
    const configuration = {
      apiVersion: `${admission}/v1`,
      kind: 'ValidatingWebhookConfiguration',
      metadata: { name: 'checks' },
      webhooks: [
        webhook,
        { ...webhook, name: 'b.example.com', clientConfig: { url: 'https://other:1/b?c', caBundle: '' } },
      ],
    };
    await writeFile(join(folder, 'webhook', 'manifests.json'), JSON.stringify(configuration));
    await using server = await startApiServer();
    const { certificate, privateKey, ca } = server.servingCertificate();
    const listener = createServer({ cert: certificate, key: privateKey }).listen(0, '127.0.0.1');
    t.teardown(() => listener.close());
    await once(listener, 'listening');
    const { port } = listener.address() as AddressInfo;
    await server.install({
      webhooks: [{ configurations: [join(folder, 'webhook')], url: `https://127.0.0.1:${port}/` }],
    });

    await using client = await createClient({ kubeconfig: server.kubeconfig });
    const stored = await client.resource(resource(admission, 'validatingwebhookconfigurations')).get('checks');
    const configs = (stored['webhooks'] as { clientConfig: { url: string; caBundle: string } }[]).map(
      ({ clientConfig }) => clientConfig,
    );
    t.strictSame(
      configs.map(({ url }) => url),
      [`https://127.0.0.1:${port}/validate`, `https://127.0.0.1:${port}/b`],
    );
    t.strictSame(Object.keys(configs[0] ?? {}).sort(), ['caBundle', 'url']);
    const bundle = Buffer.from(configs[0]?.caBundle ?? '', 'base64').toString();
    t.equal(new X509Certificate(bundle).fingerprint256, new X509Certificate(ca).fingerprint256);
    const socket = connect({ port, host: '127.0.0.1', ca: bundle });
    await once(socket, 'secureConnect');
    t.ok(socket.authorized);
    socket.destroy();

    const other = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' } };
    await t.rejects(server.install({ webhooks: [{ configurations: [other], url: 'https://127.0.0.1:1' }] }), {
      message: 'object 1: ConfigMap a has no webhook',
    });
  },
);
