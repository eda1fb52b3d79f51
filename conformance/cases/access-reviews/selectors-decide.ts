import type { Case } from '../../contract/case.ts';
import { expectPattern, fieldOf } from '../../wire/expect/object.ts';
import { expectCreated, expectFailure } from '../../wire/expect/status.ts';
import { expectEqual } from '../../wire/expect/value.ts';

/** A label or field selector in the form of an access review. */
type Selector = Readonly<Record<string, unknown>>;

const key = 'spec.nodeName';
const by = (operator: string, ...values: readonly string[]): Selector => ({
  requirements: [{ key, operator, values }],
});

export default {
  id: 'selectors-decide',
  title:
    'Selectors of an access review MUST decide like those of a request, in both forms; malformed selectors MUST be refused.',
  requirements: ['REVIEW-012', 'REVIEW-024', 'REVIEW-025'],
  needs: ['node-authorizer'],
  async run(c) {
    const apiVersion = c.vendor.fill('authorization.{api}/v1');
    const own = c.unique('node');
    // Agents may list only the pods of their own node, so the selector decides.
    const ask = (selectors: object, verb = 'list', resource = 'pods') =>
      c.wire.post(`/apis/${apiVersion}/subjectaccessreviews`, {
        apiVersion,
        kind: 'SubjectAccessReview',
        spec: {
          user: `system:node:${own}`,
          groups: ['system:nodes'],
          resourceAttributes: {
            verb,
            group: resource === 'pods' ? '' : c.vendor.fill('resource.{api}'),
            resource,
            ...selectors,
          },
        },
      });
    const isAllowed = async (what: string, selectors: object, expected: boolean) => {
      for (const [verb, resource] of [
        ['list', 'pods'],
        ['watch', 'pods'],
        ['deletecollection', 'resourceslices'],
      ] as const) {
        const answer = await ask(selectors, verb, resource);
        expectCreated(answer);
        expectEqual(`allowed: ${verb} ${resource} ${what}`, fieldOf(answer, 'status.allowed'), expected);
      }
    };
    await c.holds(['REVIEW-012', 'REVIEW-025'], async () => {
      await isAllowed('of its node', { fieldSelector: by('In', own) }, true);
      await isAllowed('without a selector', {}, false);
      for (const selector of [by('In', `${own}x`), by('NotIn', own), by('In', own, 'other'), by('Exists')]) {
        await isAllowed(JSON.stringify(selector), { fieldSelector: selector }, false);
      }
      // What cannot be understood is left out, and the answer says so.
      const strange = await ask({ fieldSelector: by('Near', own) });
      expectCreated(strange);
      expectEqual('allowed: by an unknown operator', fieldOf(strange, 'status.allowed'), false);
      expectPattern(
        strange,
        'status.evaluationError',
        /spec\.resourceAttributes\.fieldSelector ignored due to parse error/,
      );
      const partly = [...(by('In', own)['requirements'] as object[]), { key, operator: 'Near', values: ['a'] }];
      const partial = await ask({ fieldSelector: { requirements: partly } });
      expectCreated(partial);
      expectEqual('allowed: by what is understood', fieldOf(partial, 'status.allowed'), true);
      expectPattern(partial, 'status.evaluationError', /fieldSelector partially ignored due to parse error/);
      const both = [
        ...(by('In', own)['requirements'] as object[]),
        { key: 'metadata.name', operator: 'In', values: ['a'] },
      ];
      await isAllowed('of its node by name', { fieldSelector: { requirements: both } }, true);
      await isAllowed(
        'by labels',
        { labelSelector: { requirements: [{ key: 'a', operator: 'In', values: [own] }] } },
        false,
      );
    });
    await c.holds('REVIEW-024', async () => {
      await isAllowed('in text', { fieldSelector: { rawSelector: `${key}=${own}` } }, true);
      await isAllowed('in other text', { fieldSelector: { rawSelector: `${key}!=${own}` } }, false);
      for (const form of ['fieldSelector', 'labelSelector']) {
        for (const selector of [
          {},
          { requirements: [] },
          { ...by('In', own), rawSelector: `${key}=${own}` },
          { requirements: [{ operator: 'In', values: ['a'] }] },
          by('In'),
          by('NotIn'),
          by('Exists', own),
          by('DoesNotExist', own),
        ]) {
          expectFailure(await ask({ [form]: selector }), [400, 422]);
        }
      }
    });
  },
} satisfies Case;
