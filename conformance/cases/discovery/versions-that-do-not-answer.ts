import { sendJson, startTlsService } from '../../fixtures/access/tls-service.ts';
import { registerVersion, serviceOnHost } from '../../fixtures/discovery/other-server.ts';
import { plain } from '../../fixtures/launches.ts';
import { listAt, textAt } from '../../wire/format/json-path.ts';
import { expectAbsent, expectArray, expectField } from '../../wire/expect/object.ts';
import { expectOk } from '../../wire/expect/status.ts';
import { expectEqual } from '../../wire/expect/value.ts';
import type { Case } from '../../contract/case.ts';

/** Milliseconds until the versions are listed. */
const soon = 20_000;

export default {
  id: 'versions-that-do-not-answer',
  title:
    'Aggregated discovery SHOULD mark a version whose server is not reached, or refuses it, as stale, and others as current.',
  requirements: ['VERB-092'],
  needs: ['namespace'],
  launch: plain,
  async run(c) {
    const group = `${c.unique('away')}.conformance.example`;
    const refusing = await startTlsService(({ path }, response) =>
      sendJson(response, {}, path.includes('v1beta1') ? 404 : 403),
    );
    try {
      await serviceOnHost(c, 'refusing', refusing.port);
      const service = { name: 'refusing', port: refusing.port };
      const registered = [
        await registerVersion(c, group, 'v1', { service: { name: 'missing' } }),
        await registerVersion(c, group, 'v1beta1', { service }),
        await registerVersion(c, group, 'v1alpha1', { service }),
      ];
      const accept = c.vendor.fill('application/json;g=apidiscovery.{api};v=v2;as=APIGroupDiscoveryList');
      await c.eventually(async () => {
        const answer = await c.wire.get('/apis', { accept });
        expectOk(answer);
        const groups = expectArray(answer, 'items');
        const own = groups.find((each) => textAt(each, 'metadata.name') === group);
        const versions = listAt(own, 'versions');
        expectEqual(
          'versions',
          versions.map((version) => textAt(version, 'version')),
          ['v1', 'v1beta1', 'v1alpha1'],
        );
        for (const version of versions) {
          expectField(version, 'freshness', 'Stale');
          expectAbsent(version, 'resources');
        }
        for (const other of groups) {
          const of = textAt(other, 'metadata.name');
          if (of.endsWith('.conformance.example')) continue;
          for (const each of listAt(other, 'versions')) expectEqual(of, textAt(each, 'freshness'), 'Current');
        }
        for (const path of registered) {
          const read = await c.wire.get(path);
          const available = listAt(read.json(), 'status.conditions').find((one) => textAt(one, 'type') === 'Available');
          expectField(available, 'status', 'False');
        }
      }, soon);
    } finally {
      await refusing.close();
    }
  },
} satisfies Case;
