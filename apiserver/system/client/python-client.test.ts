// The Python client library of Debian (python3-kubernetes) against the service: objects with their times and errors, and
// an informer in the usual way (list in pages, watch, list again when history is gone) that a crash of the service does
// not disturb.

import { spawn, spawnSync } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import t, { type Test } from 'tap';
import { CoreV1Api, KubeConfig } from '@kubernetes/client-node';
import { startServerProcess } from '../../../fixtures/process/server-process.ts';

const namespace = 'default';
const python = ['python3', '/usr/bin/python3'].find(
  (command) => spawnSync(command, ['-c', 'import kubernetes']).status === 0,
);
const skip = python === undefined ? 'the Python client library (python3-kubernetes) is not installed' : false;

/** Ends with 0 when the library sees what its users expect; a failed assertion is on standard error. */
const objects = `
import datetime, sys
from kubernetes import client, config, dynamic
from kubernetes.client.rest import ApiException
config.load_kube_config(sys.argv[1])
core, leases, ns = client.CoreV1Api(), client.CoordinationV1Api(), 'default'

def refused(status, reason, call):
    try:
        call()
    except ApiException as fault:
        assert fault.status == status and '"reason":"%s"' % reason in fault.body.replace('": ', '":'), fault
    else:
        assert False, 'not refused with %s' % reason

made = core.create_namespaced_config_map(ns, client.V1ConfigMap(metadata=client.V1ObjectMeta(name='a'), data={'k': 'v'}))
made.data['l'] = 'w'
core.replace_namespaced_config_map('a', ns, made)
refused(409, 'Conflict', lambda: core.replace_namespaced_config_map('a', ns, made))
refused(409, 'AlreadyExists', lambda: core.create_namespaced_config_map(ns, {'metadata': {'name': 'a'}}))
refused(422, 'Invalid', lambda: core.create_namespaced_config_map(ns, {'metadata': {'name': 'A_'}}))
# A dictionary goes out as a strategic merge patch, a list as a JSON patch.
core.patch_namespaced_config_map('a', ns, {'data': {'m': 'x'}})
core.patch_namespaced_config_map('a', ns, [{'op': 'remove', 'path': '/data/k'}])
assert core.read_namespaced_config_map('a', ns).data == {'l': 'w', 'm': 'x'}
assert core.delete_namespaced_config_map('a', ns).status == 'Success'
refused(404, 'NotFound', lambda: core.read_namespaced_config_map('a', ns))

now = datetime.datetime.now(datetime.timezone.utc)
lease = leases.create_namespaced_lease(ns, client.V1Lease(
    metadata=client.V1ObjectMeta(name='l'), spec=client.V1LeaseSpec(holder_identity='me', renew_time=now)))
assert lease.spec.renew_time == now, 'microseconds are kept'

# What a delete answers is read as a Status, whether it is one or the object that is still ending.
core.create_namespaced_pod(ns, {'metadata': {'name': 'p', 'finalizers': ['example.com/wait']},
                                'spec': {'containers': [{'name': 'c', 'image': 'i'}]}})
core.delete_namespaced_pod('p', ns, propagation_policy='Background')
core.patch_namespaced_pod('p', ns, {'metadata': {'finalizers': None}})

kinds = dynamic.DynamicClient(client.ApiClient()).resources
services = kinds.get(api_version='v1', kind='Service')
services.create(namespace=ns, body={'apiVersion': 'v1', 'kind': 'Service', 'metadata': {'name': 's'}, 'spec': {'ports': [{'port': 80}]}})
patched = services.patch(namespace=ns, name='s', body={'metadata': {'labels': {'a': 'b'}}}, content_type='application/merge-patch+json')
assert patched.metadata.labels.a == 'b' and patched.spec.ports[0].protocol == 'TCP'
assert [s.metadata.name for s in services.get(namespace=ns, label_selector='a in (b,c)').items] == ['s']
`;

/** Writes one line per change: its type and the object's name. */
const informer = `
import sys, time
from kubernetes import client, config, watch
from kubernetes.client.rest import ApiException
import urllib3
config.load_kube_config(sys.argv[1])
core, ns = client.CoreV1Api(), 'default'
known, version = {}, None

def tell(kind, object):
    print(kind, object.metadata.name, flush=True)

def listed():
    found, more, version = {}, None, None
    while True:
        page = core.list_namespaced_config_map(ns, limit=2, **({'_continue': more} if more else {}))
        found.update((item.metadata.name, item) for item in page.items)
        more, version = page.metadata._continue, page.metadata.resource_version
        if not more:
            return found, version

while True:
    try:
        if version is None:
            found, version = listed()
            for name in sorted(found):
                tell('LISTED', found[name])
        for event in watch.Watch().stream(core.list_namespaced_config_map, ns, resource_version=version, timeout_seconds=60):
            version = event['object'].metadata.resource_version
            tell(event['type'], event['object'])
    except ApiException as fault:
        if fault.status == 410:
            version = None
        else:
            time.sleep(0.1)
    except (urllib3.exceptions.HTTPError, OSError):
        time.sleep(0.1)
`;

/** The library leaves what it makes of the connection file, and of discovery, among temporary files. */
function ownFolder(t: Test): NodeJS.ProcessEnv {
  return { ...process.env, TMPDIR: t.testdir() };
}

t.test(
  'objects, patches, errors and times match the expectations of the library',
  { skip, timeout: 290_000 },
  async (t) => {
    const server = await startServerProcess({ vendor: 'kubernetes' });
    t.teardown(() => server.remove());
    const child = spawn(python ?? '', ['-', server.kubeconfig], {
      stdio: ['pipe', 'ignore', 'pipe'],
      env: ownFolder(t),
    });
    t.teardown(() => child.kill('SIGKILL'));
    let errors = '';
    child.stderr.on('data', (chunk: Buffer) => {
      errors += chunk.toString();
    });
    child.stdin.end(objects);
    const code = await new Promise((resolve) => child.once('close', resolve));
    t.equal(code, 0, errors);
  },
);

t.test('an informer lists in pages, and a crash loses and repeats nothing', { skip, timeout: 290_000 }, async (t) => {
  let server = await startServerProcess({ vendor: 'kubernetes' });
  t.teardown(() => server.remove());
  const config = new KubeConfig();
  config.loadFromFile(server.kubeconfig);
  const core = config.makeApiClient(CoreV1Api);
  const create = (name: string) => core.createNamespacedConfigMap({ namespace, body: { metadata: { name } } });
  for (const name of ['a', 'b', 'c']) await create(name);

  const child = spawn(python ?? '', ['-', server.kubeconfig], { stdio: ['pipe', 'pipe', 'pipe'], env: ownFolder(t) });
  t.teardown(() => child.kill('SIGKILL'));
  child.stdin.end(informer);
  let told = '';
  let errors = '';
  child.stdout.on('data', (chunk: Buffer) => {
    told += chunk.toString();
  });
  child.stderr.on('data', (chunk: Buffer) => {
    errors += chunk.toString();
  });
  /** Changes of the objects of this test; the authority's certificate that every namespace gets is none. */
  const changes = () => told.split('\n').filter((line) => / [a-f]$/.test(line));
  const until = async (last: string): Promise<void> => {
    const end = performance.now() + 60_000;
    while (performance.now() < end && changes().at(-1) !== last && child.exitCode === null) await sleep(20);
    t.equal(changes().at(-1), last, errors);
  };
  await until('LISTED c');
  await create('d');
  await until('ADDED d');

  await server.kill();
  server = await startServerProcess({ vendor: 'kubernetes', folder: server.folder, port: server.port });
  await create('e');
  await core.replaceNamespacedConfigMap({
    name: 'a',
    namespace,
    body: { metadata: { name: 'a' }, data: { changed: 'yes' } },
  });
  await core.deleteNamespacedConfigMap({ name: 'b', namespace });
  await until('DELETED b');
  t.strictSame(changes(), ['LISTED a', 'LISTED b', 'LISTED c', 'ADDED d', 'ADDED e', 'MODIFIED a', 'DELETED b']);
});
