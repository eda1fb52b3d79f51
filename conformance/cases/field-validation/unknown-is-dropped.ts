import { warningsAbout } from '../../wire/expect/headers.ts';
import { expectAbsent, expectField } from '../../wire/expect/object.ts';
import { expectCreated } from '../../wire/expect/status.ts';
import { expectEqual } from '../../wire/expect/value.ts';
import type { Case } from '../../contract/case.ts';
import { configMap } from '../../fixtures/manifests.ts';

export default {
  id: 'unknown-is-dropped',
  title: 'By default an unknown field MUST be dropped, with a warning that names it.',
  requirements: ['FVAL-004', 'FVAL-005', 'FVAL-014', 'FVAL-015', 'FVAL-016', 'FVAL-036', 'ERR-017'],
  needs: ['namespace'],
  async run(c) {
    const maps = c.resource('v1', 'configmaps');
    for (const [name, query] of [
      ['a', {}],
      ['b', { fieldValidation: 'Warn' }],
    ] as const) {
      const created = await c.wire.post(
        maps.collection,
        { ...configMap(name, { k: '1' }), colour: 'red', spec: {} },
        { query },
      );
      expectCreated(created);
      expectAbsent(await c.wire.get(maps.item(name)), 'colour');
      expectAbsent(await c.wire.get(maps.item(name)), 'spec');
      expectField(created, 'data.k', '1');
      expectEqual('warnings about colour', warningsAbout(created, '"colour"'), 1);
      expectEqual('warnings about spec', warningsAbout(created, '"spec"'), 1);
    }
  },
} satisfies Case;
