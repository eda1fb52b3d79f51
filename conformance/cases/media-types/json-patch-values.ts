import { createObject } from '../../fixtures/created-objects.ts';
import { configMap } from '../../fixtures/manifests.ts';
import type { Case } from '../../contract/case.ts';
import { versionOf } from '../../wire/expect/list.ts';
import { expectField } from '../../wire/expect/object.ts';
import { expectOk, expectRefused } from '../../wire/expect/status.ts';
import { expectEqual } from '../../wire/expect/value.ts';

const name = (text: string): string => `conformance.example/${text}`;
const [first, second, third] = [name('1'), name('2'), name('3')];

/** `test` operations that succeed on the object below. */
const holding: readonly object[] = [
  { path: '/metadata/annotations', value: { [name('b')]: 'y', [name('a')]: 'x' } },
  { path: '/metadata/finalizers', value: [first, second] },
  { path: '/metadata/finalizers/1', value: second },
  { path: '/metadata/annotations/conformance.example~1a', value: 'x' },
  { path: '/metadata/annotations/conformance.example~1b', value: 'y' },
  { path: '/data/k', value: 't' },
  { path: '/immutable', value: false },
];

/** `test` operations that fail on it. */
const failing: readonly object[] = [
  { path: '/metadata/annotations', value: { [name('a')]: 'x' } },
  { path: '/metadata/annotations', value: { [name('a')]: 'x', [name('b')]: 'z' } },
  { path: '/metadata/annotations', value: {} },
  { path: '/metadata/annotations', value: null },
  { path: '/metadata/finalizers', value: [second, first] },
  { path: '/metadata/finalizers', value: [first] },
  { path: '/metadata/finalizers/0', value: second },
  { path: '/data/k', value: 1 },
  { path: '/immutable', value: 'false' },
  { path: '/immutable', value: true },
  { path: '/data/none', value: 'x' },
];

/** Operations on the finalizers `[first, second]`, with the list that each leaves. */
const edits: readonly (readonly [what: string, operation: object, left: readonly string[]])[] = [
  ['add in front', { op: 'add', path: '/metadata/finalizers/0', value: third }, [third, first, second]],
  ['add in between', { op: 'add', path: '/metadata/finalizers/1', value: third }, [first, third, second]],
  ['add at the end', { op: 'add', path: '/metadata/finalizers/2', value: third }, [first, second, third]],
  ['add behind the end', { op: 'add', path: '/metadata/finalizers/-', value: third }, [first, second, third]],
  ['replace an item', { op: 'replace', path: '/metadata/finalizers/0', value: third }, [third, second]],
  ['replace the list', { op: 'add', path: '/metadata/finalizers', value: [third] }, [third]],
  ['remove an item', { op: 'remove', path: '/metadata/finalizers/0' }, [second]],
  ['move an item', { op: 'move', from: '/metadata/finalizers/1', path: '/metadata/finalizers/0' }, [second, first]],
];

const refused: readonly object[] = [
  { op: 'add', path: '/metadata/finalizers/3', value: third },
  { op: 'add', path: '/metadata/finalizers/x', value: third },
  { op: 'replace', path: '/metadata/finalizers/2', value: third },
  { op: 'remove', path: '/metadata/finalizers/2' },
  { op: 'remove', path: '/data/none' },
  { op: 'add', path: '/data/none/deep', value: 'x' },
  { op: 'move', from: '/data/none', path: '/data/some' },
];

export default {
  id: 'json-patch-values',
  title: 'A JSON Patch MUST compare whole objects and lists in tests, and MUST add to lists at the given index.',
  requirements: ['MEDIA-036', 'MEDIA-037', 'MEDIA-069', 'UPD-009', 'UPD-012U'],
  needs: ['namespace'],
  async run(c) {
    const maps = c.resource('v1', 'configmaps');
    const annotations = { [name('a')]: 'x', [name('b')]: 'y' };
    await createObject(c, maps.collection, {
      ...configMap('a', { k: 't' }, { annotations, finalizers: [first, second] }),
      immutable: false,
    });
    const patch = (...operations: readonly object[]) => c.wire.patch(maps.item('a'), 'json', operations);
    const seen = async () => (await c.wire.get(maps.item('a'))).json();
    await c.holds('UPD-009', async () => {
      for (const test of holding) expectOk(await patch({ op: 'test', ...test }));
    });
    await c.holds(['MEDIA-037', 'UPD-012U'], async () => {
      const before = await seen();
      for (const test of failing) {
        expectRefused(await patch({ op: 'add', path: '/data/wrong', value: 'x' }, { op: 'test', ...test }));
        expectEqual(`object after a test that fails: ${JSON.stringify(test)}`, await seen(), before);
      }
    });
    await c.holds('MEDIA-036', async () => {
      for (const [what, operation, left] of edits) {
        const edited = await patch(operation);
        expectOk(edited);
        expectEqual(
          `finalizers after: ${what}`,
          (edited.json() as { metadata: { finalizers: unknown } }).metadata.finalizers,
          left,
        );
        expectOk(await patch({ op: 'add', path: '/metadata/finalizers', value: [first, second] }));
      }
    });
    await c.holds('MEDIA-069', async () => {
      const version = versionOf(await c.wire.get(maps.item('a')));
      for (const operation of refused) {
        expectRefused(await patch({ op: 'add', path: '/data/wrong', value: 'x' }, operation));
      }
      expectField(await c.wire.get(maps.item('a')), 'metadata.resourceVersion', version);
    });
    expectOk(await patch({ op: 'remove', path: '/metadata/finalizers' }));
  },
} satisfies Case;
