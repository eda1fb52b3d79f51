import type { ServerResponse } from 'node:http';
import { expectField } from '../../wire/expect/object.ts';
import { expectCreated, expectOk, expectStatus } from '../../wire/expect/status.ts';
import { expectEqual } from '../../wire/expect/value.ts';
import type { Case } from '../../contract/case.ts';
import { plain } from '../../fixtures/launches.ts';
import { type Asked, sendJson, startTlsService } from '../../fixtures/access/tls-service.ts';

const group = 'remote.conformance.example';
const root = `/apis/${group}/v1`;
const list = { kind: 'ThingList', apiVersion: `${group}/v1`, metadata: {}, items: [] };
const resources = {
  kind: 'APIResourceList',
  apiVersion: 'v1',
  groupVersion: `${group}/v1`,
  resources: [{ name: 'things', singularName: 'thing', namespaced: false, kind: 'Thing', verbs: ['list'] }],
};

/** Milliseconds until the version is served, beginning with the first probe. */
const soon = 20_000;

/** The other server speaks JSON only. */
function respond({ path, headers }: Asked, response: ServerResponse): void {
  if (path === root) sendJson(response, resources);
  else if (path !== `${root}/things`) sendJson(response, {}, 404);
  else if (/application\/json|\*\/\*/.test(headers.accept ?? '*/*')) sendJson(response, list);
  else sendJson(response, { kind: 'Status', apiVersion: 'v1', status: 'Failure', code: 406 }, 406);
}

export default {
  id: 'versions-of-other-servers',
  title: 'What another server answers in JSON MUST NOT be served as protobuf.',
  requirements: ['MEDIA-020'],
  needs: ['namespace'],
  launch: plain,
  async run(c) {
    const other = await startTlsService(respond);
    try {
      const services = c.resource('v1', 'services');
      const ports = [{ port: other.port }];
      expectCreated(
        await c.wire.post(services.collection, {
          apiVersion: 'v1',
          kind: 'Service',
          metadata: { name: 'other' },
          spec: { type: 'ExternalName', externalName: 'localhost', ports },
        }),
      );
      const apiVersion = c.vendor.fill('apiregistration.{api}/v1');
      const registered = c.clusterResource(apiVersion, 'apiservices');
      const name = `v1.${group}`;
      c.removeLater(registered.item(name));
      const service = { namespace: c.namespace, name: 'other', port: other.port };
      expectCreated(
        await c.wire.post(registered.collection, {
          apiVersion,
          kind: 'APIService',
          metadata: { name },
          spec: {
            group,
            version: 'v1',
            groupPriorityMinimum: 100,
            versionPriority: 10,
            service,
            insecureSkipTLSVerify: true,
          },
        }),
      );
      const things = `${root}/things`;
      await c.eventually(async () => expectOk(await c.wire.get(things)), soon);
      const protobuf = c.vendor.fill('application/vnd.{maker}.protobuf');
      expectStatus(await c.wire.get(things, { accept: protobuf }), 406);
      for (const accept of ['application/json', `${protobuf},application/json;q=0.5`]) {
        const answer = await c.wire.get(things, { accept });
        expectOk(answer);
        expectField(answer, 'kind', 'ThingList');
        expectEqual('media type', answer.headers.get('content-type')?.join().split(';')[0], 'application/json');
      }
    } finally {
      await other.close();
    }
  },
} satisfies Case;
