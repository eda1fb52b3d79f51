import { expectField, expectPattern } from '../../wire/expect/object.ts';
import { expectFailure } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';
import { createObject } from '../../fixtures/created-objects.ts';

export default {
  id: 'concurrency-shares',
  title:
    'Shares of a priority level MUST default to 30 when absent, MUST stay 0 when set to 0, and have their new name.',
  requirements: ['REMOVED-005', 'REMOVED-006', 'REMOVED-009'],
  async run(c) {
    const apiVersion = c.vendor.fill('flowcontrol.apiserver.{api}/v1');
    const levels = c.clusterResource(apiVersion, 'prioritylevelconfigurations');
    const manifest = (limited: object) => ({
      apiVersion,
      kind: 'PriorityLevelConfiguration',
      metadata: { name: c.unique('level') },
      spec: { type: 'Limited', limited: { limitResponse: { type: 'Reject' }, ...limited } },
    });
    for (const [limited, expected] of [
      [{}, 30],
      [{ nominalConcurrencyShares: 0 }, 0],
      [{ nominalConcurrencyShares: 7 }, 7],
    ] as const) {
      const level = manifest(limited);
      c.removeLater(levels.item(level.metadata.name));
      await createObject(c, levels.collection, level);
      const read = await c.wire.get(levels.item(level.metadata.name));
      expectField(read, 'spec.limited.nominalConcurrencyShares', expected);
    }
    const older = manifest({ assuredConcurrencyShares: 5 });
    c.removeLater(levels.item(older.metadata.name));
    const query = { fieldValidation: 'Strict' };
    const refused = await c.wire.post(levels.collection, older, { query });
    expectFailure(refused, [400, 422]);
    expectPattern(refused, 'message', /"spec\.limited\.assuredConcurrencyShares"/);
  },
} satisfies Case;
