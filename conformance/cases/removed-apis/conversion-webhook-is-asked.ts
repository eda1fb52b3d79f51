import { expectAbsent, expectField, expectPattern } from '../../wire/expect/object.ts';
import { expectCreated, expectFailure, expectOk } from '../../wire/expect/status.ts';
import { expectEqual } from '../../wire/expect/value.ts';
import type { Case } from '../../contract/case.ts';
import { defineKind, definitionOf, versionWith } from '../../fixtures/created-objects.ts';
import { plain } from '../../fixtures/launches.ts';
import { type ConversionAnswer, startConversionWebhook } from '../../fixtures/webhook/conversion-webhook.ts';

const spec = (field: string) => ({ spec: { type: 'object', properties: { [field]: { type: 'string' } } } });

/** Answers that do not fit what was asked: each must be an error, and no object. */
const spoils: readonly ((answer: ConversionAnswer) => object)[] = [
  (answer) => ({ ...answer, uid: 'another' }),
  (answer) => ({ ...answer, convertedObjects: [] }),
  ({ convertedObjects = [], ...answer }) => ({
    ...answer,
    convertedObjects: [...convertedObjects, ...convertedObjects],
  }),
  ({ convertedObjects = [], ...answer }) => ({
    ...answer,
    convertedObjects: convertedObjects.map((object) => ({ ...object, apiVersion: 'conformance.example/v3' })),
  }),
  ({ convertedObjects = [], ...answer }) => ({
    ...answer,
    convertedObjects: convertedObjects.map((object) => ({ ...object, kind: 'Other' })),
  }),
  ({ convertedObjects = [], ...answer }) => ({
    ...answer,
    convertedObjects: convertedObjects.map((object) => ({ ...object, metadata: { name: 'other' } })),
  }),
  (answer) => ({ ...answer, result: {} }),
];

export default {
  id: 'conversion-webhook-is-asked',
  title:
    'The webhook below spec.conversion.webhook MUST be asked for versions that are not stored, in both directions, and its failure MUST be told.',
  requirements: ['REMOVED-051'],
  needs: ['namespace'],
  launch: plain,
  async run(c) {
    const hook = await startConversionWebhook({ v1: 'old', v2: 'new' });
    try {
      const one = definitionOf(c, spec('old'));
      const definition = {
        ...one,
        spec: {
          ...one.spec,
          versions: [versionWith(spec('old')), { ...versionWith(spec('new')), name: 'v2', storage: false }],
          conversion: {
            strategy: 'Webhook',
            webhook: { clientConfig: hook.clientConfig('/convert'), conversionReviewVersions: ['v1'] },
          },
        },
      };
      const first = await defineKind(c, definition);
      const { kind, plural } = definition.spec.names;
      const second = c.resource('conformance.example/v2', plural);
      const thing = (version: string, name: string, value: object) => ({
        apiVersion: `conformance.example/${version}`,
        kind,
        metadata: { name },
        spec: value,
      });
      expectCreated(await c.wire.post(first.collection, thing('v1', 'a', { old: 'x' })));
      // Controllers of the target may read the same objects, in the other version.
      const calls = (): number => hook.asked.filter((version) => version === 'conformance.example/v1').length;
      expectField(await c.wire.get(first.item('a')), 'spec.old', 'x');
      expectEqual('calls for the version that is stored', calls(), 0);
      await c.eventually(async () => expectOk(await c.wire.get(second.item('a'))));
      const read = await c.wire.get(second.item('a'));
      expectField(read, 'apiVersion', 'conformance.example/v2');
      expectField(read, 'spec.new', 'x');
      expectAbsent(read, 'spec.old');
      expectField(await c.wire.get(second.collection), 'items.0.spec.new', 'x');
      expectCreated(await c.wire.post(second.collection, thing('v2', 'b', { new: 'y' })));
      const stored = await c.wire.get(first.item('b'));
      expectField(stored, 'spec.old', 'y');
      expectAbsent(stored, 'spec.new');
      hook.failure = 'no conversions today';
      // Of an object that nobody has asked for in this version: a service may keep what it was once told.
      expectCreated(await c.wire.post(first.collection, thing('v1', 'd', { old: 'w' })));
      const failed = await c.wire.get(second.item('d'));
      expectFailure(failed, 500);
      expectPattern(failed, 'message', /no conversions today/);
      expectFailure(await c.wire.post(second.collection, thing('v2', 'c', { new: 'z' })), 500);
      expectOk(await c.wire.get(first.item('b')));
      hook.failure = undefined;
      expectFailure(await c.wire.get(second.item('c')), 404);
      await c.eventually(async () => expectField(await c.wire.get(second.item('d')), 'spec.new', 'w'));
      for (const [index, spoil] of spoils.entries()) {
        const name = `spoilt-${index}`;
        expectCreated(await c.wire.post(first.collection, thing('v1', name, { old: 'w' })));
        hook.spoil = spoil;
        const spoilt = await c.wire.get(second.item(name));
        hook.spoil = (answer) => answer;
        expectEqual(`status of a read with the answer ${index} that does not fit`, spoilt.status, 500);
        await c.eventually(async () => expectOk(await c.wire.get(second.item(name))));
      }
      // Of the metadata, labels and annotations are the webhook's, also those that it leaves out.
      hook.spoil = ({ convertedObjects = [], ...answer }) => ({
        ...answer,
        convertedObjects: convertedObjects.map((object) => ({
          ...object,
          metadata: { ...object.metadata, labels: { a: 'z' }, annotations: undefined },
        })),
      });
      const metadata = { name: 'marked', labels: { a: 'b', c: 'd' }, annotations: { 'conformance.example/e': 'f' } };
      expectCreated(await c.wire.post(first.collection, { ...thing('v1', 'marked', { old: 'w' }), metadata }));
      const marked = await c.wire.get(second.item('marked'));
      expectField(marked, 'metadata.labels', { a: 'z' });
      expectAbsent(marked, 'metadata.annotations');
      hook.spoil = (answer) => answer;
      // The first version of reviews that a server knows is the one it sends.
      const definitions = c.clusterResource('apiextensions.{api}/v1', 'customresourcedefinitions');
      const older = { spec: { conversion: { webhook: { conversionReviewVersions: ['v1beta1', 'v1'] } } } };
      expectOk(await c.wire.patch(definitions.item(definition.metadata.name), 'merge', older));
      await c.eventually(async () => {
        const name = c.unique('late');
        expectCreated(await c.wire.post(first.collection, thing('v1', name, { old: 'w' })));
        expectOk(await c.wire.get(second.item(name)));
        expectEqual('version of the review', hook.reviewed.at(-1), c.vendor.fill('apiextensions.{api}/v1beta1'));
      });
    } finally {
      await hook.close();
    }
  },
} satisfies Case;
