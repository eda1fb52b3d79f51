import t from 'tap';
import type { ApiObject } from '../../../../shared/object/api-object.ts';
import type { TablePrinter } from '../../contract/resource.ts';
import { vendorOf } from '../../../../shared/vendor/profile.ts';
import { cellsAt } from '../../representation/rendered/cells.ts';
import { loadSchemas } from '../../../../shared/schema/builtin.ts';
import { makeResources } from '../catalogue.ts';

const now = Date.UTC(2026, 0, 1, 1, 0, 0);
const created = '2026-01-01T00:55:00Z';
const vendor = vendorOf('kubernetes');

const all = makeResources(vendor, loadSchemas(vendor));

function printerOf(template: string, kind: string): TablePrinter {
  const resource = all.find((one) => one.group === vendor.fill(template) && one.kind === kind);
  if (resource === undefined) throw new TypeError(`no kind ${template}/${kind}`);
  return resource.printer;
}

function printed(group: string, kind: string, object: object): Record<string, unknown> {
  const printer: TablePrinter = printerOf(group, kind);
  const full = { kind, apiVersion: 'v1', metadata: { name: 'x', creationTimestamp: created }, ...object } as ApiObject;
  const cells = cellsAt(printer.cells(full), now);
  t.equal(cells.length, printer.columns.length, `${kind} has one cell per column`);
  return Object.fromEntries(printer.columns.map((column, index) => [column.name, cells[index]]));
}

t.test('a running pod shows its ready containers, its restarts and its node', async (t) => {
  const row = printed('', 'Pod', {
    spec: { nodeName: 'n1', containers: [{ name: 'a' }, { name: 'b' }] },
    status: {
      phase: 'Running',
      podIP: '10.1.0.1',
      containerStatuses: [
        {
          name: 'a',
          ready: true,
          state: { running: {} },
          restartCount: 2,
          lastState: { terminated: { finishedAt: '2026-01-01T00:59:00Z' } },
        },
        { name: 'b', ready: false, state: { running: {} } },
      ],
    },
  });
  t.strictSame(row, {
    Name: 'x',
    Ready: '1/2',
    Status: 'Running',
    Restarts: '2 (60s ago)',
    Age: '5m',
    IP: '10.1.0.1',
    Node: 'n1',
    'Nominated Node': '<none>',
    'Readiness Gates': '<none>',
  });
});

t.test('the row of a finished pod shows that it has ended', async (t) => {
  const of = (phase?: string, kind = 'Pod') => {
    const object = { kind, apiVersion: 'v1', metadata: { name: 'x' }, status: { phase } };
    return printerOf('', kind).conditions?.(object);
  };
  for (const reason of ['Succeeded', 'Failed']) {
    t.match(of(reason), [{ type: 'Completed', status: 'True', reason, message: /^Every container ended/ }]);
  }
  for (const phase of [undefined, 'Pending', 'Running', 'Unknown', 'toString']) t.equal(of(phase), undefined);
  t.equal(of('Succeeded', 'Node'), undefined);
});

t.test('the status of a pod is the most specific reason', async (t) => {
  const word = (status: object, metadata: object = {}) =>
    printed('', 'Pod', {
      metadata: { name: 'x', ...metadata },
      spec: { containers: [{ name: 'a' }], initContainers: [{ name: 'i' }, { name: 'j' }] },
      status: { phase: 'Pending', ...status },
    }).Status;
  t.equal(word({}), 'Pending');
  t.equal(word({ containerStatuses: [{ state: { waiting: { reason: 'CrashLoopBackOff' } } }] }), 'CrashLoopBackOff');
  t.equal(word({ initContainerStatuses: [{ state: { running: {} } }] }), 'Init:0/2');
  t.equal(word({ initContainerStatuses: [{ state: { terminated: { exitCode: 3, reason: 'Error' } } }] }), 'Init:Error');
  t.equal(
    word({ phase: 'Succeeded', containerStatuses: [{ state: { terminated: { exitCode: 0, reason: 'Completed' } } }] }),
    'Completed',
  );
  t.equal(word({ containerStatuses: [{ state: { terminated: { exitCode: 3 } } }] }), 'ExitCode:3');
  t.equal(word({ containerStatuses: [{ state: { terminated: { signal: 9 } } }] }), 'Signal:9');
  t.equal(word({ phase: 'Running' }, { deletionTimestamp: created }), 'Terminating');
  t.equal(word({ reason: 'NodeLost' }, { deletionTimestamp: created }), 'Unknown');
});

t.test('a node shows its state, roles and addresses', async (t) => {
  const row = printed('', 'Node', {
    metadata: {
      name: 'x',
      creationTimestamp: created,
      labels: { [vendor.fill('node-role.{label}/worker')]: '', [vendor.fill('node-role.{label}/edge')]: '' },
    },
    spec: { unschedulable: true },
    status: {
      conditions: [{ type: 'Ready', status: 'True' }],
      addresses: [{ type: 'InternalIP', address: '10.0.0.1' }],
      nodeInfo: { kubeletVersion: 'v1.34.0', osImage: 'Debian' },
    },
  });
  t.match(row, {
    Status: 'Ready,SchedulingDisabled',
    Roles: 'edge,worker',
    Version: 'v1.34.0',
    'Internal-IP': '10.0.0.1',
    'External-IP': '<none>',
    'Kernel-Version': '<unknown>',
  });
});

t.test('workloads, services and jobs show their numbers', async (t) => {
  const template = { spec: { containers: [{ name: 'a', image: 'i:1' }] } };
  const selector = { matchLabels: { app: 'x' } };
  t.match(
    printed('apps', 'Deployment', {
      spec: { replicas: 3, selector, template },
      status: { readyReplicas: 2, updatedReplicas: 3 },
    }),
    {
      Ready: '2/3',
      'Up-to-date': 3,
      Available: 0,
      Containers: 'a',
      Images: 'i:1',
      Selector: 'app=x',
    },
  );
  t.match(printed('batch', 'Job', { spec: { completions: 1, template }, status: { startTime: created } }), {
    Status: 'Running',
    Completions: '0/1',
    Duration: '5m',
  });
  t.match(
    printed('', 'Service', {
      spec: { type: 'NodePort', clusterIP: '10.0.0.9', ports: [{ port: 80, nodePort: 30001, protocol: 'TCP' }] },
    }),
    {
      Type: 'NodePort',
      'Cluster-IP': '10.0.0.9',
      'External-IP': '<none>',
      'Port(s)': '80:30001/TCP',
      Selector: '<none>',
    },
  );
});

t.test('tables of simple kinds show their fields', async (t) => {
  t.match(printed('', 'Secret', { type: 'Opaque', data: { a: '', b: '' } }), { Type: 'Opaque', Data: '2' });
  t.match(printed('', 'Namespace', { status: { phase: 'Active' } }), { Status: 'Active', Age: '5m' });
  t.match(printed('coordination.{api}', 'Lease', { spec: { holderIdentity: 'h' } }), { Holder: 'h' });
  t.match(
    printed('rbac.authorization.{api}', 'RoleBinding', {
      roleRef: { kind: 'Role', name: 'r' },
      subjects: [{ kind: 'User', name: 'u' }],
    }),
    {
      Role: 'Role/r',
      Users: 'u',
    },
  );
  t.match(printed('', 'LimitRange', {}), { 'Created At': created });
  t.match(
    printed('certificates.{api}', 'CertificateSigningRequest', {
      status: { conditions: [{ type: 'Approved' }], certificate: 'x' },
    }),
    {
      Condition: 'Approved,Issued',
    },
  );
});

t.test('an event shows its time, its reason and its object', async (t) => {
  const row = printed('', 'Event', {
    involvedObject: { kind: 'Pod', name: 'p', namespace: 'a' },
    type: 'Warning',
    reason: 'Failed',
    message: 'no image\n',
    lastTimestamp: '2026-01-01T00:58:00Z',
    count: 4,
  });
  t.match(row, { 'Last Seen': '2m', Object: 'pod/p', Message: 'no image', Count: 4, Name: 'x' });
});

t.test('a driver shows the audiences of its tokens, a job the state from its status', async (t) => {
  const tokenRequests = [{ audience: 'a' }, { audience: 'b' }];
  t.equal(printed('storage.{api}', 'CSIDriver', { spec: { tokenRequests } })['TokenRequests'], 'a,b');
  t.equal(printed('storage.{api}', 'CSIDriver', { spec: {} })['TokenRequests'], '<unset>');
  t.equal(printed('batch', 'Job', { spec: { suspend: true } })['Status'], 'Running');
});

t.test('only the averages of other objects are marked as such', async (t) => {
  const target = { type: 'AverageValue', averageValue: '10' };
  const metrics = [
    { type: 'Pods', pods: { metric: { name: 'm' }, target } },
    { type: 'External', external: { metric: { name: 'e' }, target } },
  ];
  const row = printed('autoscaling', 'HorizontalPodAutoscaler', { spec: { maxReplicas: 2, metrics } });
  t.equal(row['Targets'], '<unknown>/10, <unknown>/10 (avg)');
});

t.test(
  'endpoints show ready addresses only, those of version 6 in brackets, and differ without any and without subsets',
  async (t) => {
    const shown = (...subsets: object[]): unknown => printed('', 'Endpoints', { subsets })['Endpoints'];
    const ports = [{ port: 80 }];
    t.equal(shown({ addresses: [{ ip: 'fd00::1' }], ports }), '[fd00::1]:80');
    t.equal(shown({ notReadyAddresses: [{ ip: '10.1.1.1' }], ports }), '');
    t.equal(shown(), '<none>');
  },
);

t.test('an address has its age in a cell without a column', async (t) => {
  const printer = printerOf('networking.{api}', 'IPAddress');
  const metadata = { name: 'x', creationTimestamp: created };
  const object: ApiObject = { kind: 'IPAddress', apiVersion: 'v1', metadata };
  t.strictSame(cellsAt(printer.cells(object), now), ['x', '<none>', '5m']);
  t.equal(printer.columns.length, 2);
});

t.test('bindings show the parameters by namespace and name, or by selector', async (t) => {
  const group = 'admissionregistration.{api}';
  const ref = (paramRef?: object): unknown =>
    printed(group, 'ValidatingAdmissionPolicyBinding', { spec: { paramRef } })['ParamRef'];
  t.equal(ref(), '<unset>');
  t.equal(ref({ name: 'a' }), '*/a');
  t.equal(ref({ name: 'a', namespace: 'n' }), 'n/a');
  t.equal(
    ref({
      selector: {
        matchLabels: { b: 'c', a: 'd' },
        matchExpressions: [{ key: 'k', operator: 'In', values: ['x', 'y'] }],
      },
    }),
    '&LabelSelector{MatchLabels:map[string]string{a: d,b: c,},MatchExpressions:[]LabelSelectorRequirement{LabelSelectorRequirement{Key:k,Operator:In,Values:[x y],},},}',
  );
  const kind = (paramKind?: object): unknown =>
    printed(group, 'MutatingAdmissionPolicy', { spec: { paramKind } })['ParamKind'];
  t.equal(kind(), '<unset>');
  t.equal(kind({ apiVersion: 'v1', kind: 'ConfigMap' }), 'v1/ConfigMap');
});

t.test('a revision shows the kind of its controller with its group', async (t) => {
  const ofOwner = (apiVersion: string, kind: string): unknown =>
    printed('apps', 'ControllerRevision', {
      metadata: { name: 'x', ownerReferences: [{ apiVersion, kind, name: 'd', uid: '1', controller: true }] },
    })['Controller'];
  t.equal(ofOwner('apps/v1', 'DaemonSet'), 'daemonset.apps/d');
  t.equal(ofOwner('v1', 'Pod'), 'pod/d');
});
