import type { ServerResponse } from 'node:http';
import type { Case, CaseContext } from '../../contract/case.ts';
import { type Asked, sendJson, startTlsService } from '../../fixtures/access/tls-service.ts';
import { registerVersion, serviceOnHost } from '../../fixtures/discovery/other-server.ts';
import { plain } from '../../fixtures/launches.ts';
import { expectArray, expectField, expectTime, fieldOf } from '../../wire/expect/object.ts';
import { expectCreated, expectOk, expectStatus } from '../../wire/expect/status.ts';
import { expectEqual } from '../../wire/expect/value.ts';
import { listAt, textAt } from '../../wire/format/json-path.ts';

/** Milliseconds until a server is judged. */
const soon = 30_000;

const resources = [
  {
    name: 'things',
    singularName: 'thing',
    namespaced: true,
    kind: 'Thing',
    verbs: ['get', 'list'],
    shortNames: ['th'],
    categories: ['all'],
  },
  {
    name: 'things/scale',
    singularName: '',
    namespaced: true,
    kind: 'Scale',
    group: 'autoscaling',
    version: 'v1',
    verbs: ['get'],
  },
  { name: 'spots', singularName: '', namespaced: false, kind: 'Spot', verbs: ['list'] },
];

/** The same resources in the aggregated form, where a group and a version are named only if they are others. */
const listed = () => {
  const kind = (name: string) => ({ group: '', version: '', kind: name });
  return [
    {
      resource: 'things',
      responseKind: kind('Thing'),
      scope: 'Namespaced',
      singularResource: 'thing',
      verbs: ['get', 'list'],
      shortNames: ['th'],
      categories: ['all'],
      subresources: [
        { subresource: 'scale', responseKind: { group: 'autoscaling', version: 'v1', kind: 'Scale' }, verbs: ['get'] },
      ],
    },
    { resource: 'spots', responseKind: kind('Spot'), scope: 'Cluster', singularResource: '', verbs: ['list'] },
  ];
};

/** A server that has the older lists of resources only. */
function respond({ path }: Asked, response: ServerResponse): void {
  const [, root, group, version, ...rest] = path.split('/');
  if (root !== 'apis' || version === undefined || rest.length > 0) return sendJson(response, {}, 404);
  const groupVersion = `${group}/${version}`;
  return sendJson(response, { kind: 'APIResourceList', apiVersion: 'v1', groupVersion, resources });
}

/** Services that cannot be asked, each with the reason that its versions show. */
const faults: readonly (readonly [reason: string, make: (c: CaseContext, name: string) => Promise<void>])[] = [
  ['ServiceNotFound', async () => {}],
  ['ServicePortError', (c, name) => plainService(c, name, 81)],
  ['EndpointsNotFound', (c, name) => plainService(c, name, 443)],
  [
    'MissingEndpoints',
    async (c, name) => {
      await plainService(c, name, 443);
      await slice(c, name, [{ addresses: ['192.0.2.1'], conditions: { ready: false } }]);
    },
  ],
  // No server listens there.
  ['FailedDiscoveryCheck', (c, name) => serviceOnHost(c, name, 443)],
];

async function plainService(c: CaseContext, name: string, port: number): Promise<void> {
  const manifest = {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { name },
    spec: { clusterIP: 'None', ports: [{ port }] },
  };
  expectCreated(await c.wire.post(c.resource('v1', 'services').collection, manifest));
}

async function slice(c: CaseContext, name: string, endpoints: readonly object[]): Promise<void> {
  const apiVersion = c.vendor.fill('discovery.{api}/v1');
  const labels = { [c.vendor.fill('{label}/service-name')]: name };
  const manifest = {
    apiVersion,
    kind: 'EndpointSlice',
    metadata: { name, labels },
    addressType: 'IPv4',
    endpoints,
    ports: [{ name: '', port: 443 }],
  };
  expectCreated(await c.wire.post(c.resource(apiVersion, 'endpointslices').collection, manifest));
}

export default {
  id: 'versions-and-their-servers',
  title: 'Discovery SHOULD list versions of other servers with what they serve, in the order of their priorities.',
  requirements: ['VERB-092'],
  needs: ['namespace'],
  launch: plain,
  async run(c) {
    const group = `${c.unique('mixed')}.conformance.example`;
    const accept = c.vendor.fill('application/json;g=apidiscovery.{api};v=v2;as=APIGroupDiscoveryList');
    const other = await startTlsService(respond);
    try {
      await serviceOnHost(c, 'other', other.port);
      const service = { name: 'other', port: other.port };
      // Of the same priority the newer and the more stable one comes first.
      const priorities = { v1beta1: 30, v2: 10, v1: 20, v3alpha1: 10, v10: 10 };
      const order = ['v1beta1', 'v1', 'v10', 'v2', 'v3alpha1'];
      for (const [version, versionPriority] of Object.entries(priorities))
        await registerVersion(c, group, version, { service, versionPriority, groupPriority: 17_000 });
      const away = await Promise.all(
        faults.map(async ([reason, make], at) => {
          await make(c, `away-${at}`);
          return [
            reason,
            await registerVersion(c, `away${at}.${group}`, 'v1', { service: { name: `away-${at}` } }),
          ] as const;
        }),
      );
      await c.eventually(async () => {
        const answer = await c.wire.get('/apis', { accept });
        expectOk(answer);
        const own = expectArray(answer, 'items').find((each) => textAt(each, 'metadata.name') === group);
        expectEqual(
          'versions',
          listAt(own, 'versions').map((each) => textAt(each, 'version')),
          order,
        );
        for (const version of listAt(own, 'versions')) {
          expectField(version, 'freshness', 'Current');
          expectField(version, 'resources', listed());
        }
      }, soon);
      const older = await c.wire.get(`/apis/${group}`);
      expectOk(older);
      expectEqual(
        'versions of the group',
        expectArray(older, 'versions').map((each) => fieldOf(each, 'version')),
        order,
      );
      expectField(older, 'preferredVersion', { groupVersion: `${group}/v1beta1`, version: 'v1beta1' });
      const groups = expectArray(await c.wire.get('/apis'), 'groups').map((each) => textAt(each, 'name'));
      const place = groups.indexOf(group);
      expectEqual('groups before it', groups.slice(0, place).includes('apps'), true);
      expectEqual('groups behind it', groups.slice(place).includes(c.vendor.fill('storage.{api}')), true);
      for (const [reason, path] of away) {
        await c.eventually(async () => {
          const [condition] = expectArray(await c.wire.get(path), 'status.conditions');
          expectField(condition, 'type', 'Available');
          expectField(condition, 'status', 'False');
          expectField(condition, 'reason', reason);
          expectTime(condition, 'lastTransitionTime');
        }, soon);
        expectStatus(await c.wire.get(`/apis/${path.split('/').at(-1)?.replace('v1.', '')}/v1/things`), 503);
      }
      const local = await c.wire.get(c.clusterResource('apiregistration.{api}/v1', 'apiservices').item('v1.apps'));
      expectField(local, 'status.conditions.0.reason', 'Local');
    } finally {
      await other.close();
    }
  },
} satisfies Case;
