// Static pods: which manifests make which pods, and what the API server is to show of them.

import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import t from 'tap';
import { vendorIds, vendorOf } from '../../../shared/vendor/profile.ts';
import type { Pod } from '../object/pod.ts';
import { hashOfStatic, isMirror, isStatic, mirroredHash, mirrorOf, readManifest } from './static-pod.ts';
import { StaticPods } from './static-pods.ts';
import { podsOf, readPath, readUrl } from './static-source.ts';

const manifest = (spec: object = {}, metadata: object = { name: 'web' }): string =>
  JSON.stringify({
    apiVersion: 'v1',
    kind: 'Pod',
    metadata,
    spec: { containers: [{ name: 'app', image: 'i' }], ...spec },
  });

for (const vendor of vendorIds.map(vendorOf)) {
  const origin = { source: 'file', from: '/m/web.yaml', nodeName: 'N1', now: 0, vendor };

  t.test(`a manifest makes a pod of this node, known by its content, with ${vendor.id}`, async (t) => {
    const [pod] = readManifest(manifest(), origin) as [Pod];
    t.equal(pod.metadata.name, 'web-n1');
    t.equal(pod.metadata.namespace, 'default');
    t.equal(pod.metadata.uid, hashOfStatic(pod, vendor));
    t.ok(isStatic(pod, vendor));
    t.match(pod.spec, { nodeName: 'N1', containers: [{ imagePullPolicy: 'Always' }] });
    t.strictSame(pod.spec?.tolerations, [{ operator: 'Exists', effect: 'NoExecute' }]);
    const again = readManifest(manifest(), { ...origin, now: 5_000 })[0];
    t.equal(again?.metadata.uid, pod.metadata.uid, 'whenever it is read');
    const others = [
      readManifest(manifest({ hostNetwork: true }), origin),
      readManifest(manifest(), { ...origin, from: '/m/other.yaml' }),
      readManifest(manifest(), { ...origin, nodeName: 'n2' }),
    ];
    for (const [other] of others) t.not(other?.metadata.uid, pod.metadata.uid);
  });

  t.test(`the mirror pod belongs to the node and names what it mirrors, with ${vendor.id}`, async (t) => {
    const [pod] = readManifest(manifest(), origin) as [Pod];
    const mirror = mirrorOf(pod, { name: 'N1', uid: 'u-node' }, vendor);
    t.strictSame([isMirror(mirror, vendor), isMirror(pod, vendor)], [true, false]);
    t.equal(mirroredHash(mirror, vendor), hashOfStatic(pod, vendor));
    t.strictSame(mirror.metadata.ownerReferences, [
      { apiVersion: 'v1', kind: 'Node', name: 'N1', uid: 'u-node', controller: true },
    ]);
    t.equal(mirror.metadata.uid, undefined, 'the server gives it one of its own');
    t.equal(mirror.status, undefined);
  });

  t.test(`manifests that cannot be used are refused by what is wrong, with ${vendor.id}`, async (t) => {
    const cases: readonly (readonly [string, RegExp])[] = [
      ['{', /neither YAML nor JSON/],
      ['[]', /is not a pod/],
      ['{"apiVersion":"v1","kind":"Service"}', /kind must be Pod/],
      ['{"apiVersion":"v2","kind":"Pod"}', /apiVersion must be v1/],
      [manifest({}, {}), /metadata.name/],
      [manifest({}, { name: '../x' }), /metadata.name/],
      [manifest({}, { name: 'a', namespace: '../x' }), /metadata.namespace/],
      [manifest({}, { name: 'a', uid: '../../etc' }), /metadata.uid/],
      [manifest({ containers: [] }), /spec.containers/],
      [manifest({ containers: [{ name: '../x', image: 'i' }] }), /needs a name/],
      [manifest({ containers: [{ name: 'a' }] }), /needs an image/],
      [
        manifest({
          containers: [
            { name: 'a', image: 'i' },
            { name: 'a', image: 'i' },
          ],
        }),
        /two containers/,
      ],
      [manifest({ serviceAccountName: 'x' }), /service accounts/],
      [manifest({ volumes: [{ name: 'v', secret: { secretName: 's' } }] }), /objects of the API \(secret\)/],
      [
        manifest({ containers: [{ name: 'a', image: 'i', envFrom: [{ configMapRef: { name: 'c' } }] }] }),
        /objects of the API \(configMapRef\)/,
      ],
    ];
    for (const [text, message] of cases)
      t.throws(() => readManifest(text, origin), { name: 'ManifestRefused', message });
    t.equal(
      readManifest(manifest({ volumes: [{ name: 'secret', emptyDir: {} }] }), origin).length,
      1,
      'a volume of that name',
    );
  });
}

const vendor = vendorOf('orch');
const origin = (from: string) => ({ source: 'file', from, nodeName: 'n1', now: 0, vendor });

t.test('one bad manifest of a folder does not hold up the others', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'static-'));
  t.teardown(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, 'a.yaml'), manifest({}, { name: 'a' }));
  await writeFile(join(folder, 'b.yaml'), 'kind: [');
  await writeFile(join(folder, '.c.yaml'), manifest({}, { name: 'c' }));
  await writeFile(join(folder, 'd.json'), manifest({}, { name: 'a' }));
  await mkdir(join(folder, 'sub'));
  await symlink('none', join(folder, 'e.yaml'));
  const { pods, faults } = podsOf(await readPath(folder), origin);
  t.strictSame(
    pods.map(({ metadata }) => metadata.name),
    ['a-n1'],
  );
  t.match(faults, [/b\.yaml: is neither/, /d\.json: the pod default\/a-n1 is given twice/]);
  t.equal((await readPath(join(folder, 'a.yaml'))).size, 1, 'a file instead of a folder');
  t.equal((await readPath(join(folder, 'none'))).size, 0);
  await writeFile(join(folder, 'large.yaml'), 'x'.repeat(1024 * 1024 + 1));
  await t.rejects(readPath(folder), /large\.yaml: is larger/, 'what is there and is not read is no removal');
});

t.test('an URL is read with its headers; an answer that is empty, too long or a failure says nothing', async (t) => {
  let answer: readonly [number, string] = [200, manifest()];
  const asked: unknown[] = [];
  const server = createServer((request, response) => {
    asked.push(request.headers['x-key']);
    response.writeHead(answer[0]).end(answer[1]);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.teardown(() => server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const read = readUrl(url, { 'X-Key': ['one'] });
  const { signal } = new AbortController();
  t.equal(podsOf(await read(signal), origin).pods.length, 1);
  t.strictSame(asked, ['one']);
  for (const bad of [
    [200, ''],
    [404, manifest()],
    [200, 'x'.repeat(1024 * 1024 + 1)],
  ] as const) {
    answer = bad;
    await t.rejects(read(signal));
  }
});

t.test('pods come and go with their sources, and nothing is known before all were read', async (t) => {
  const pods = new StaticPods(['file', 'http']);
  const told: string[] = [];
  const handler = {
    added: ({ metadata }: Pod) => void told.push(`+${metadata.name}`),
    removed: ({ metadata }: Pod) => void told.push(`-${metadata.name}`),
  };
  pods.onChange(handler);
  const read = (name: string, now = 0): Pod => readManifest(manifest({}, { name }), { ...origin('f'), now })[0] as Pod;
  const first = read('a');
  pods.set('file', [first, read('b')]);
  t.equal(pods.list(), undefined);
  pods.set('http', []);
  t.equal(pods.list()?.length, 2);
  pods.set('file', [read('a', 9_000), read('c')]);
  t.strictSame(told, ['+a-n1', '+b-n1', '-b-n1', '+c-n1']);
  t.equal(pods.list()?.[0], first, 'the very same object while the manifest is the same');
  t.strictSame(new StaticPods([]).list(), [], 'without sources there are none');
});
