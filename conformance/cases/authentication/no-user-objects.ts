import { expectArray, expectText } from '../../wire/expect/object.ts';
import { expectStatus } from '../../wire/expect/status.ts';
import { expectThat } from '../../wire/expect/value.ts';
import { listAt, textAt } from '../../wire/format/json-path.ts';
import type { Case } from '../../contract/case.ts';

export default {
  id: 'no-user-objects',
  title: 'Normal users MUST NOT be objects of the API.',
  requirements: ['AUTHN-015'],
  async run(c) {
    expectStatus(await c.wire.get('/api/v1/users'), 404);
    expectStatus(await c.wire.get('/api/v1/groups'), 404);
    const versions = expectArray(await c.wire.get('/apis'), 'groups').flatMap((group) => listAt(group, 'versions'));
    const roots = ['/api/v1', ...versions.map((version) => `/apis/${expectText(version, 'groupVersion')}`)];
    // Kinds that other cases declare come and go.
    for (const root of roots.filter((each) => !each.includes('conformance.example'))) {
      for (const resource of expectArray(await c.wire.get(root), 'resources')) {
        const { kind, name } = { kind: textAt(resource, 'kind'), name: textAt(resource, 'name') };
        const isUser = ['User', 'Group'].includes(kind ?? '') || ['users', 'groups'].includes(name ?? '');
        expectThat(`resource of ${root}`, !isUser, 'neither users nor groups', resource);
      }
    }
  },
} satisfies Case;
