import type { Exchange } from '../../wire/exchange/exchange.ts';
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
    const make = async (name: string, query: Record<string, string>) => {
      const body = { ...configMap(name, { k: '1' }), colour: 'red', spec: {} };
      const created = await c.wire.post(maps.collection, body, { query });
      expectCreated(created);
      return [created, await c.wire.get(maps.item(name))] as const;
    };
    const isDropped = (got: Exchange) => {
      // `spec` is a field of other kinds.
      for (const field of ['colour', 'spec']) expectAbsent(got, field);
      expectField(got, 'data.k', '1');
    };
    const isTold = (created: Exchange) => {
      expectEqual('warnings about colour', warningsAbout(created, '"colour"'), 1);
      expectEqual('warnings about spec', warningsAbout(created, '"spec"'), 1);
    };
    const [created, stored] = await make('a', {});
    await c.holds(['FVAL-004', 'FVAL-005'], async () => isDropped(stored));
    await c.holds('FVAL-014', async () => isTold(created));
    const [warned, kept] = await make('b', { fieldValidation: 'Warn' });
    await c.holds('FVAL-015', async () => isDropped(kept));
    await c.holds(['FVAL-016', 'FVAL-036', 'ERR-017'], async () => isTold(warned));
  },
} satisfies Case;
