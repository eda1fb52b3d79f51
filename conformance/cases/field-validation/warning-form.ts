import { warningsOf } from '../../wire/expect/headers.ts';
import { expectCreated } from '../../wire/expect/status.ts';
import { expectEqual } from '../../wire/expect/value.ts';
import type { Case } from '../../contract/case.ts';
import { configMap } from '../../fixtures/manifests.ts';

export default {
  id: 'warning-form',
  title: 'Warnings MUST follow the form of RFC 7234.',
  requirements: ['ERR-018', 'FVAL-016'],
  needs: ['namespace'],
  async run(c) {
    const maps = c.resource('v1', 'configmaps');
    const created = await c.wire.post(maps.collection, { ...configMap('a'), colour: 'red' });
    expectCreated(created);
    const warnings = warningsOf(created);
    expectEqual('number of warnings', warnings.length, 1);
    expectEqual('code of the warning', warnings[0]?.code, 299);
    // What ends or escapes a quoted text in a header is escaped there.
    const odd = await c.wire.post(maps.collection, { ...configMap('b'), 'a "wide" \\ field': 'red' });
    expectCreated(odd);
    const texts = warningsOf(odd).map(({ text }) => text);
    expectEqual('warnings', texts, [String.raw`unknown field "a \"wide\" \\ field"`]);
  },
} satisfies Case;
