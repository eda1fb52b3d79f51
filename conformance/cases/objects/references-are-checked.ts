import { configMap, type Metadata } from '../../fixtures/manifests.ts';
import type { Case } from '../../contract/case.ts';
import { expectAbsent, expectField } from '../../wire/expect/object.ts';
import { expectCreated, expectFailure, expectOk, expectStatus } from '../../wire/expect/status.ts';

const owner = { apiVersion: 'v1', kind: 'ConfigMap', name: 'o', uid: 'u' };

/** Metadata that every create and every update must refuse. */
const unfit: Readonly<Record<string, Metadata>> = {
  'two controllers': {
    ownerReferences: [
      { ...owner, controller: true },
      { ...owner, uid: 'v', controller: true },
    ],
  },
  'an owner without a name': { ownerReferences: [{ ...owner, name: '' }] },
  'an owner without a uid': { ownerReferences: [{ ...owner, uid: '' }] },
  'an owner without a kind': { ownerReferences: [{ ...owner, kind: '' }] },
  'an owner without a version': { ownerReferences: [{ ...owner, apiVersion: '' }] },
  'an owner with a group alone': { ownerReferences: [{ ...owner, apiVersion: 'conformance.example/' }] },
  'an owner with three parts of a version': { ownerReferences: [{ ...owner, apiVersion: 'conformance.example/v1/x' }] },
  'an event as owner': { ownerReferences: [{ ...owner, kind: 'Event' }] },
  'a finalizer with a blank': { finalizers: ['conformance.example/a b'] },
  'an empty finalizer': { finalizers: [''] },
  'a finalizer of two slashes': { finalizers: ['conformance.example/a/b'] },
  'a label key of two slashes': { labels: { 'a/b/c': 'x' } },
  'a label that is too long': { labels: { a: 'x'.repeat(64) } },
  'an annotation key with a blank': { annotations: { 'a b': 'x' } },
};

export default {
  id: 'references-are-checked',
  title: 'Owner references, finalizers and metadata keys MUST be validated on create and on update.',
  requirements: ['OBJ-050', 'OBJ-057U', 'FVAL-028U'],
  needs: ['namespace'],
  async run(c) {
    const maps = c.resource('v1', 'configmaps');
    const ownerReferences = [
      { ...owner, controller: true },
      { ...owner, uid: 'v', controller: false },
    ];
    const finalizers = ['conformance.example/x', 'conformance.example/y'];
    expectCreated(await c.wire.post(maps.collection, configMap('held', {}, { finalizers })));
    expectField(await c.wire.get(maps.item('held')), 'metadata.finalizers', finalizers);
    expectOk(await c.wire.patch(maps.item('held'), 'merge', { metadata: { finalizers: null } }));
    expectAbsent(await c.wire.get(maps.item('held')), 'metadata.finalizers');
    // A dry run, because the garbage collector would delete an object whose owners do not exist.
    expectCreated(
      await c.wire.post(maps.collection, configMap('fit', {}, { ownerReferences }), { query: { dryRun: 'All' } }),
    );
    expectCreated(await c.wire.post(maps.collection, configMap('a')));
    for (const [what, metadata] of Object.entries(unfit)) {
      const name = what.replaceAll(' ', '-');
      expectFailure(await c.wire.post(maps.collection, configMap(name, {}, metadata)), [400, 422]);
      expectStatus(await c.wire.get(maps.item(name)), 404);
      expectFailure(await c.wire.patch(maps.item('a'), 'merge', { metadata }), [400, 422]);
    }
    // Only a create checks the generation; an update ignores the one it is sent.
    expectFailure(await c.wire.post(maps.collection, configMap('counted', {}, { generation: -1 })), [400, 422]);
    expectStatus(await c.wire.get(maps.item('counted')), 404);
  },
} satisfies Case;
