import { expectRefused } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';

export default {
  id: 'malformed-review',
  title: 'A review that asks about nothing or about nobody SHOULD be refused.',
  requirements: ['REVIEW-012', 'REVIEW-013'],
  async run(c) {
    const groupVersion = c.vendor.fill('authorization.{api}/v1');
    const path = `/apis/${groupVersion}/subjectaccessreviews`;
    for (const spec of [
      { user: 'jane' },
      { resourceAttributes: { verb: 'get', resource: 'pods' } },
      {
        user: 'jane',
        resourceAttributes: { verb: 'get', resource: 'pods' },
        nonResourceAttributes: { path: '/x', verb: 'get' },
      },
    ]) {
      expectRefused(await c.wire.post(path, { apiVersion: groupVersion, kind: 'SubjectAccessReview', spec }));
    }
  },
} satisfies Case;
