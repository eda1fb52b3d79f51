import { createObject } from '../../fixtures/created-objects.ts';
import { configMap, deployment } from '../../fixtures/manifests.ts';
import type { Case } from '../../contract/case.ts';
import { expectArray, fieldOf } from '../../wire/expect/object.ts';
import { expectCreated, expectFailure, expectOk } from '../../wire/expect/status.ts';
import { expectThat } from '../../wire/expect/value.ts';

/** The longest valid names, in characters of one byte and of two bytes. */
const fit = ['m'.repeat(128), 'ä'.repeat(64), 'a b'];
const unfit = ['m'.repeat(129), 'ä'.repeat(65), 'a\nb', 'a\u0000', '\u0007'];

export default {
  id: 'names-of-managers',
  title: "A field manager's name MUST have at most 128 bytes, all printable, for each kind of write.",
  requirements: ['VERB-071', 'APPLY-027'],
  needs: ['namespace'],
  async run(c) {
    const maps = c.resource('v1', 'configmaps');
    const deployments = c.resource('apps/v1', 'deployments');
    await createObject(c, maps.collection, configMap('a', { first: '1' }));
    await createObject(c, deployments.collection, deployment('d'));
    const writes = (fieldManager: string) => {
      const options = { query: { fieldManager, dryRun: 'All' } };
      return Promise.all([
        c.wire.post(maps.collection, configMap('b', { k: '1' }), options),
        c.wire.put(maps.item('a'), configMap('a', { k: '1' }), options),
        c.wire.patch(maps.item('a'), 'merge', { data: { k: '1' } }, options),
        c.wire.patch(maps.item('c'), 'apply', configMap('c', { k: '1' }), options),
        c.wire.patch(deployments.item('d'), 'json', [], options),
        c.wire.patch(deployments.item('d', 'status'), 'strategic', { status: { replicas: 1 } }, options),
        c.wire.patch(deployments.item('d', 'scale'), 'merge', { spec: { replicas: 1 } }, options),
      ]);
    };
    for (const name of fit) {
      const answers = await writes(name);
      for (const answer of answers) expectCreated(answer);
      // The first four change or create an object: each must be recorded under the given name.
      for (const answer of answers.slice(0, 4)) {
        const managers = expectArray(answer, 'metadata.managedFields').map((entry) => fieldOf(entry, 'manager'));
        expectThat('managers', managers.includes(name), `a list with ${name}`, managers);
      }
    }
    expectOk(await c.wire.put(maps.item('a'), configMap('a', { k: '2' }), { query: { dryRun: 'All' } }));
    for (const name of unfit) for (const answer of await writes(name)) expectFailure(answer, [400, 422]);
    expectOk(await c.wire.get(maps.item('a'), { query: { fieldManager: 'm'.repeat(129) } }));
  },
} satisfies Case;
