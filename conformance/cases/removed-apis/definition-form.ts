import { expectField, expectPattern, fieldOf } from '../../wire/expect/object.ts';
import { expectFailure, expectStatus } from '../../wire/expect/status.ts';
import { expectEqual } from '../../wire/expect/value.ts';
import type { Case, CaseContext } from '../../contract/case.ts';
import { createObject } from '../../fixtures/created-objects.ts';

const schema = (properties: object) => ({ openAPIV3Schema: { type: 'object', properties } });
const versionOf = (more: object) => ({ name: 'v1', served: true, storage: true, schema: schema({}), ...more });

interface Definition {
  readonly metadata: { readonly name: string };
  readonly spec: Readonly<Record<string, unknown>>;
}

function definition(c: CaseContext, changes: object): Definition {
  const plural = c.unique('things').replace('-', '');
  const names = { plural, singular: `${plural}one`, kind: `Thing${plural.slice(6)}` };
  return {
    apiVersion: c.vendor.fill('apiextensions.{api}/v1'),
    kind: 'CustomResourceDefinition',
    metadata: { name: `${plural}.conformance.example` },
    spec: { group: 'conformance.example', scope: 'Namespaced', names, versions: [versionOf({})], ...changes },
  } as Definition;
}

export default {
  id: 'definition-form',
  title: 'A definition of v1 MUST have scope and schema, and MUST keep schema, sub-resources and columns by version.',
  requirements: [
    'REMOVED-046',
    'REMOVED-047',
    'REMOVED-048',
    'REMOVED-049',
    'REMOVED-050',
    'REMOVED-051',
    'REMOVED-052',
    'REMOVED-054',
    'REMOVED-056',
    'REMOVED-121',
  ],
  async run(c) {
    const definitions = c.clusterResource('apiextensions.{api}/v1', 'customresourcedefinitions');
    const refuse = async (changes: object, query: Record<string, string> = {}) => {
      const bad = definition(c, changes);
      c.removeLater(definitions.item(bad.metadata.name));
      const refused = await c.wire.post(definitions.collection, bad, { query });
      expectFailure(refused, [400, 422]);
      return refused;
    };
    // The answer names the field, so that nothing else is the reason of the refusal.
    const isUnknown = async (field: string, value: unknown) => {
      const refused = await refuse({ [field]: value }, { fieldValidation: 'Strict' });
      expectPattern(refused, 'message', new RegExp(`"spec\\.${field}"`));
    };
    await c.holds('REMOVED-046', async () => void (await refuse({ scope: undefined })));
    await c.holds('REMOVED-052', async () => void (await refuse({ versions: [versionOf({ schema: undefined })] })));
    await c.holds('REMOVED-054', async () => void (await refuse({ preserveUnknownFields: true })));
    await c.holds('REMOVED-047', () => isUnknown('version', 'v1'));
    await c.holds('REMOVED-048', () => isUnknown('validation', schema({})));
    await c.holds('REMOVED-049', () => isUnknown('subresources', { status: {} }));
    const column = { name: 'A', type: 'string', jsonPath: '.spec.a' };
    await c.holds('REMOVED-050', () => isUnknown('additionalPrinterColumns', [column]));
    const columns = (name: string) => [{ name, type: 'string', jsonPath: `.spec.${name}` }];
    const versions = [
      versionOf({
        schema: schema({ spec: { type: 'object', properties: { a: { type: 'string' } } } }),
        subresources: { status: {} },
        additionalPrinterColumns: columns('a'),
      }),
      versionOf({
        name: 'v2',
        storage: false,
        schema: schema({ spec: { type: 'object', properties: { b: { type: 'integer' } } } }),
        additionalPrinterColumns: columns('b'),
      }),
    ];
    const clientConfig = { url: 'https://127.0.0.1:1/convert' };
    const conversion = { strategy: 'Webhook', webhook: { clientConfig, conversionReviewVersions: ['v1'] } };
    const good = definition(c, { versions, conversion });
    c.removeLater(definitions.item(good.metadata.name));
    await createObject(c, definitions.collection, good);
    const read = await c.wire.get(definitions.item(good.metadata.name));
    expectStatus(read, 200);
    await c.holds(['REMOVED-056', 'REMOVED-121'], async () =>
      expectEqual('versions', fieldOf(read, 'spec.versions'), versions),
    );
    await c.holds('REMOVED-051', async () => {
      expectField(read, 'spec.conversion.webhook.clientConfig.url', clientConfig.url);
      expectField(read, 'spec.conversion.webhook.conversionReviewVersions', ['v1']);
    });
  },
} satisfies Case;
