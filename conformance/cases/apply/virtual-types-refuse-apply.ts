import { expectRefused } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';

export default {
  id: 'virtual-types-refuse-apply',
  title: 'A type without metadata MUST NOT support apply.',
  requirements: ['OBJ-067'],
  async run(c) {
    const groupVersion = c.vendor.fill('authorization.{api}/v1');
    const body = {
      apiVersion: groupVersion,
      kind: 'SelfSubjectAccessReview',
      spec: { resourceAttributes: { verb: 'get', resource: 'pods' } },
    };
    const path = c.clusterResource(groupVersion, 'selfsubjectaccessreviews').item('a');
    expectRefused(await c.wire.patch(path, 'apply', body, { query: { fieldManager: 'm1' } }));
  },
} satisfies Case;
