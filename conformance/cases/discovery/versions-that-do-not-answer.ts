import { listAt, textAt } from '../../wire/format/json-path.ts';
import { expectAbsent, expectArray, expectField } from '../../wire/expect/object.ts';
import { expectCreated, expectOk } from '../../wire/expect/status.ts';
import { expectEqual } from '../../wire/expect/value.ts';
import type { Case } from '../../contract/case.ts';
import { plain } from '../../fixtures/launches.ts';

/** Milliseconds until the version is listed. */
const soon = 20_000;

export default {
  id: 'versions-that-do-not-answer',
  title:
    'Aggregated discovery SHOULD mark a version whose server is not reached as stale, and every other one as current.',
  requirements: ['VERB-092'],
  needs: ['namespace'],
  launch: plain,
  async run(c) {
    const group = `${c.unique('away')}.conformance.example`;
    const apiVersion = c.vendor.fill('apiregistration.{api}/v1');
    const registered = c.clusterResource(apiVersion, 'apiservices');
    const name = `v1.${group}`;
    c.removeLater(registered.item(name));
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
          service: { namespace: c.namespace, name: 'missing' },
          insecureSkipTLSVerify: true,
        },
      }),
    );
    const accept = c.vendor.fill('application/json;g=apidiscovery.{api};v=v2;as=APIGroupDiscoveryList');
    await c.eventually(async () => {
      const answer = await c.wire.get('/apis', { accept });
      expectOk(answer);
      const groups = expectArray(answer, 'items');
      const [version] = listAt(
        groups.find((each) => textAt(each, 'metadata.name') === group),
        'versions',
      );
      expectField(version, 'version', 'v1');
      expectField(version, 'freshness', 'Stale');
      expectAbsent(version, 'resources');
      for (const other of groups) {
        const of = textAt(other, 'metadata.name');
        if (of.endsWith('.conformance.example')) continue;
        for (const each of listAt(other, 'versions')) expectEqual(of, textAt(each, 'freshness'), 'Current');
      }
    }, soon);
  },
} satisfies Case;
