import { expectArray, expectText } from '../../wire/expect/object.ts';
import { expectOk } from '../../wire/expect/status.ts';
import { expectThat } from '../../wire/expect/value.ts';
import type { Case } from '../../contract/case.ts';

export default {
  id: 'names-carry-the-vendor',
  title:
    "Names of groups MUST end in the vendor's domain wherever the documentation says so, media types MUST carry its name.",
  requirements: ['OBJ-083', 'VERS-039', 'VERS-041'],
  async run(c) {
    const groups = expectArray(await c.wire.get('/apis'), 'groups').map((group) => expectText(group, 'name'));
    for (const group of [
      'rbac.authorization',
      'authentication',
      'authorization',
      'coordination',
      'events',
      'discovery',
      'storage',
    ]) {
      const name = c.vendor.fill(`${group}.{api}`);
      expectThat('groups of /apis', groups.includes(name), `a list with ${name}`, groups);
      const served = expectArray(await c.wire.get(`/apis/${name}/v1`), 'resources');
      expectThat(`resources of ${name}/v1`, served.length > 0, 'one or more', served);
    }
    for (const [group, resource] of [
      ['rbac.authorization', 'clusterroles'],
      ['coordination', 'leases'],
      ['storage', 'storageclasses'],
    ] as const) {
      expectOk(await c.wire.get(c.vendor.fill(`/apis/${group}.{api}/v1/${resource}`)));
    }
    const accept = `application/${c.vendor.fill('vnd.{maker}.protobuf')}`;
    const encoded = await c.wire.get('/api/v1/namespaces', { headers: { accept } });
    expectOk(encoded);
    expectThat(
      'media type',
      (encoded.header('content-type') ?? '').startsWith(accept),
      accept,
      encoded.header('content-type'),
    );
  },
} satisfies Case;
