import { expectText } from '../../wire/expect/object.ts';
import { expectOk } from '../../wire/expect/status.ts';
import { expectDifferent, expectThat } from '../../wire/expect/value.ts';
import type { Case } from '../../contract/case.ts';
import { createObject } from '../../fixtures/created-objects.ts';

export default {
  id: 'generated-names',
  title: 'A create with generateName and without a name MUST get a fresh name that starts with it.',
  requirements: ['OBJ-035', 'OBJ-036', 'OBJ-022'],
  needs: ['namespace'],
  async run(c) {
    const maps = c.resource('v1', 'configmaps');
    const manifest = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { generateName: 'job-' } };
    const names = [
      await createObject(c, maps.collection, manifest),
      await createObject(c, maps.collection, manifest),
    ].map((answer) => expectText(answer, 'metadata.name'));
    for (const name of names) expectThat('generated name', /^job-.+$/.test(name), 'job- and more', name);
    expectDifferent('second generated name', names[1], names[0]);
    expectOk(await c.wire.get(maps.item(names[0] ?? '')));
    // What is too long for five more characters is shortened.
    const long = { ...manifest, metadata: { generateName: `${'a'.repeat(59)}-` } };
    const shortened = expectText(await createObject(c, maps.collection, long), 'metadata.name');
    expectThat('long generated name', /^a{58}[a-z0-9]{5}$/.test(shortened), '63 characters', shortened);
  },
} satisfies Case;
