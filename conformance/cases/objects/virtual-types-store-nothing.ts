import { fieldOf } from '../../wire/expect/object.ts';
import { expectCreated, expectRefused } from '../../wire/expect/status.ts';
import { expectEqual } from '../../wire/expect/value.ts';
import type { Case } from '../../contract/case.ts';

export default {
  id: 'virtual-types-store-nothing',
  title: 'A review MUST be answered at once with a status, need no name and not be stored.',
  requirements: ['OBJ-008', 'OBJ-010', 'OBJ-030', 'REVIEW-032'],
  async run(c) {
    const reviews = c.clusterResource('authorization.{api}/v1', 'selfsubjectaccessreviews');
    const review = {
      apiVersion: c.vendor.fill('authorization.{api}/v1'),
      kind: 'SelfSubjectAccessReview',
      spec: { resourceAttributes: { verb: 'get', resource: 'pods', namespace: 'default' } },
    };
    for (let time = 0; time < 2; time += 1) {
      const answer = await c.wire.post(reviews.collection, review);
      expectCreated(answer);
      expectEqual('type of status.allowed', typeof fieldOf(answer, 'status.allowed'), 'boolean');
    }
    expectRefused(await c.wire.get(reviews.collection));
  },
} satisfies Case;
