import { versionOf } from '../../wire/expect/list.ts';
import { expectField } from '../../wire/expect/object.ts';
import { expectCreated, expectOk } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';

export default {
  id: 'yaml-body',
  title: 'A body of type application/yaml MUST be taken for creates and updates.',
  requirements: ['MEDIA-024'],
  needs: ['namespace'],
  async run(c) {
    const maps = c.resource('v1', 'configmaps');
    const yaml =
      'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\ndata:\n  text: |\n    two\n    lines\n  number: "1"\n';
    expectCreated(await c.wire.post(maps.collection, yaml, { contentType: 'application/yaml' }));
    const got = await c.wire.get(maps.item('a'));
    expectField(got, 'data', { text: 'two\nlines\n', number: '1' });
    const changed = yaml
      .replace('"1"', '"2"')
      .replace('  name: a', `  name: a\n  resourceVersion: "${versionOf(got)}"`);
    expectOk(await c.wire.put(maps.item('a'), changed, { contentType: 'application/yaml' }));
    expectField(await c.wire.get(maps.item('a')), 'data.number', '2');
    // What surrounds a document is no document.
    for (const [name, before, after] of [
      ['b', '---\n', '---\n'],
      ['c', '%YAML 1.1\n---\n', '...\n'],
      ['d', '# first\n', '---\n# last\n'],
    ] as const) {
      const surrounded = `${before}${yaml.replace('name: a', `name: ${name}`)}${after}`;
      expectCreated(await c.wire.post(maps.collection, surrounded, { contentType: 'application/yaml' }));
    }
  },
} satisfies Case;
