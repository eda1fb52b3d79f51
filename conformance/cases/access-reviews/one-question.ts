import type { Case } from '../../contract/case.ts';
import { expectField } from '../../wire/expect/object.ts';
import { expectCreated, expectFailure } from '../../wire/expect/status.ts';

const resourceAttributes = { verb: 'get', resource: 'pods', namespace: 'default' };
const nonResourceAttributes = { verb: 'get', path: '/conformance' };
const requirements = [{ key: 'metadata.name', operator: 'In', values: ['a'] }];

export default {
  id: 'one-question',
  title:
    'An access review MUST ask about either a resource or a path, with one form of each selector; others MUST be refused.',
  requirements: ['REVIEW-012', 'REVIEW-013', 'REVIEW-024'],
  needs: ['namespace'],
  async run(c) {
    const apiVersion = c.vendor.fill('authorization.{api}/v1');
    const ask = (kind: string, spec: object) =>
      c.wire.post(`/apis/${apiVersion}/${kind.toLowerCase()}s`, { apiVersion, kind, spec });
    for (const [kind, who] of [
      ['SubjectAccessReview', { user: 'conformance:nobody' }],
      ['SelfSubjectAccessReview', {}],
    ] as const) {
      await c.holds('REVIEW-012', async () => {
        expectCreated(await ask(kind, { ...who, resourceAttributes }));
        expectFailure(await ask(kind, { ...who, resourceAttributes, nonResourceAttributes }), [400, 422]);
        expectFailure(await ask(kind, who), [400, 422]);
      });
      await c.holds('REVIEW-013', async () => {
        const answer = await ask(kind, { ...who, nonResourceAttributes });
        expectCreated(answer);
        expectField(answer, 'spec.nonResourceAttributes', nonResourceAttributes);
      });
      await c.holds('REVIEW-024', async () => {
        const selecting = (selector: object) =>
          ask(kind, { ...who, resourceAttributes: { ...resourceAttributes, ...selector } });
        expectCreated(await selecting({ fieldSelector: { requirements } }));
        for (const selector of [{}, { rawSelector: 'metadata.name=a', requirements }]) {
          for (const field of ['fieldSelector', 'labelSelector']) {
            expectFailure(await selecting({ [field]: selector }), [400, 422]);
          }
        }
      });
    }
  },
} satisfies Case;
