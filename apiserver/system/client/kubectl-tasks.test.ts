// What administrators and scripts do with the command line client beyond the everyday commands: edit, replace, prune, drain,
// generators of every kind, and what it says about what is not served.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { createRequest } from '../../../shared/certificates/request.ts';
import { vendorOf } from '../../../shared/vendor/profile.ts';
import { kubectl, kubectlMissing } from '../../../fixtures/apiserver/kubectl.fixture.ts';

const vendor = vendorOf('kubernetes');
const map = (name: string) =>
  `- {apiVersion: v1, kind: ConfigMap, metadata: {name: ${name}, labels: {set: x}}, data: {a: "1"}}\n`;
const list = (...names: readonly string[]) => `apiVersion: v1\nkind: List\nitems:\n${names.map(map).join('')}`;
const node = 'apiVersion: v1\nkind: Node\nmetadata: {name: n1}\n';
const podOnNode =
  'apiVersion: v1\nkind: Pod\nmetadata: {name: on-node}\nspec: {nodeName: n1, containers: [{name: c, image: i}]}\n';

t.test(
  'the tasks of administrators and scripts work with the command line client',
  { skip: kubectlMissing, timeout: 290_000 },
  async (t) => {
    const { run, runWith, shows, good, folder } = await kubectl(t);
    const file = join(folder, 'objects.yaml');

    await t.test('lists are validated, created, applied and pruned', async (t) => {
      t.match(
        runWith({ input: list('a', 'b') }, 'create', '-f', '-').out,
        'configmap/a created\nconfigmap/b created\n',
      );
      t.match(good('delete', 'cm', 'a', 'b'), '"b" deleted');
      writeFileSync(file, list('a', 'b'));
      t.match(good('apply', '-f', file), 'configmap/a created\nconfigmap/b created\n');
      writeFileSync(file, list('a'));
      t.match(good('apply', '-f', file, '--prune', '-l', 'set=x'), 'configmap/a unchanged\nconfigmap/b pruned\n');
      writeFileSync(file, list('a').replace(' data', ' dota'));
      t.match(run('apply', '-f', file).err, /unknown field "dota" in io\.\S+\.ConfigMap/);
    });

    await t.test('edit, diff, replace, watch and raw requests', async (t) => {
      good('create', 'deployment', 'web', '--image=nginx', '--replicas=2');
      const edited = runWith({ env: { EDITOR: 'sed -i s/nginx/httpd/' } }, 'edit', 'deployment', 'web');
      t.equal(edited.out, 'deployment.apps/web edited\n', edited.err);
      writeFileSync(file, good('get', 'deploy', 'web', '-o', 'yaml').replace('replicas: 2', 'replicas: 3'));
      t.match(run('diff', '-f', file), { code: 1, out: /-  replicas: 2\n\+  replicas: 3\n/ });
      t.equal(good('replace', '-f', file), 'deployment.apps/web replaced\n');
      writeFileSync(file, readFileSync(file, 'utf8').replace('replicas: 3', 'replicas: 4'));
      t.match(run('replace', '-f', file).err, /\(Conflict\).*the object has been modified/);
      t.match(good('replace', '--force', '-f', file), /deleted\n.*replaced\n/s);
      t.match(good('rollout', 'restart', 'deployment/web'), 'restarted');
      t.match(good('rollout', 'history', 'deployment/web'), 'No rollout history found.');
      const waiting = /^Waiting for deployment/;
      t.match(await shows(waiting, 'rollout', 'status', 'deployment/web'), waiting);
      const listed = /^NAME +DATA +AGE\na +1 /;
      t.match(await shows(listed, 'get', 'cm', '--watch'), listed);
      t.match(JSON.parse(good('get', '--raw', '/api/v1/namespaces/default/configmaps/a')), { kind: 'ConfigMap' });
      t.match(good('events'), '');
      t.match(good('config', 'view'), 'client-key-data: DATA+OMITTED');
    });

    await t.test('run, expose, autoscale and the generators', async (t) => {
      t.equal(good('run', 'p', '--image=nginx', '--port=80'), 'pod/p created\n');
      t.equal(good('expose', 'pod', 'p', '--port=80'), 'service/p exposed\n');
      t.equal(good('expose', 'deployment', 'web', '--port=80'), 'service/web exposed\n');
      t.match(good('autoscale', 'deployment', 'web', '--max=5'), 'autoscaled');
      t.equal(
        good('get', 'svc', 'kubernetes', '-o', 'jsonpath={.spec.clusterIP}'),
        '10.0.0.1',
        'the first of the range',
      );
      for (const [what, ...args] of [
        ['role', 'r', '--verb=get,list', '--resource=pods,deployments.apps'],
        ['clusterrole', 'cr', '--verb=get', '--non-resource-url=/metrics'],
        ['rolebinding', 'rb', '--role=r', '--user=u'],
        ['clusterrolebinding', 'crb', '--clusterrole=cr', '--group=g'],
        ['serviceaccount', 'sa'],
        ['secret', 'generic', 's', '--from-literal=a=b'],
        ['secret', 'docker-registry', 'd', '--docker-server=x', '--docker-username=u', '--docker-password=p'],
        ['job', 'j', '--image=busybox', '--', 'date'],
        ['cronjob', 'c', '--image=busybox', '--schedule=* * * * *', '--', 'date'],
        ['pdb', 'b', '--selector=app=web', '--min-available=1'],
        ['priorityclass', 'pc', '--value=10'],
        ['ingress', 'i', '--rule=host/path=svc:80'],
        ['service', 'nodeport', 'np', '--tcp=80'],
      ] as const) {
        t.match(good('create', what, ...args), /created\n$/, what);
      }
      t.match(good('create', 'job', 'once', '--from=cronjob/c'), 'job.batch/once created');
      t.match(run('create', 'quota', 'q', '--hard=persistentvolumeclaims=5'), { out: /created/, err: /^$/ });
    });

    await t.test('nodes are cordoned, drained and tainted; certificates are approved', async (t) => {
      t.match(runWith({ input: node }, 'create', '-f', '-').out, 'node/n1 created');
      t.match(runWith({ input: podOnNode }, 'create', '-f', '-').out, 'pod/on-node created');
      t.equal(good('cordon', 'n1'), 'node/n1 cordoned\n');
      t.match(good('get', 'nodes'), /n1 +Unknown,SchedulingDisabled/);
      t.match(run('logs', 'on-node').err, 'Error from server (ServiceUnavailable): the node n1 has no address');
      t.match(
        good('drain', 'n1', '--force', '--grace-period=0', '--timeout=100s'),
        /pod\/on-node evicted\nnode\/n1 drained/,
      );
      t.equal(good('uncordon', 'n1'), 'node/n1 uncordoned\n');
      t.equal(good('taint', 'nodes', 'n1', 'a=b:NoSchedule'), 'node/n1 tainted\n');
      const request = Buffer.from(createRequest({ commonName: 'x' }).requestPem).toString('base64');
      const spec = { request, signerName: 'example.com/s', usages: ['client auth'] };
      const kind = 'CertificateSigningRequest';
      const manifest = { apiVersion: vendor.fill('certificates.{api}/v1'), kind, metadata: { name: 'x' }, spec };
      t.match(runWith({ input: JSON.stringify(manifest) }, 'create', '-f', '-').out, 'created');
      t.match(
        good('certificate', 'approve', 'x'),
        vendor.fill('certificatesigningrequest.certificates.{api}/x approved'),
      );
      t.match(good('get', 'csr', 'x'), /x +\d+s +example.com\/s +admin +<none> +Approved/);
    });

    await t.test(
      'requests for a pod without a node, and for unserved features, fail with a clear message',
      async (t) => {
        const unplaced = 'Error from server (BadRequest): pod p does not have a host assigned';
        t.match(run('exec', 'p', '--', 'ls').err, unplaced);
        t.match(run('attach', 'p').err, unplaced);
        t.match(run('top', 'nodes').err, 'error: Metrics API not available');
        t.match(run('logs', 'p'), { code: 0, out: '' }, 'a pod without a node has said nothing yet');
      },
    );
  },
);
