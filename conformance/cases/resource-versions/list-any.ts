import { expectNames } from '../../wire/expect/list.ts';
import type { Case } from '../../contract/case.ts';
import { createConfigMaps, createdSelector } from '../../fixtures/created-objects.ts';

export default {
  id: 'list-any',
  title: 'A list with version 0 MUST succeed, chunked or not, with the match NotOlderThan or none.',
  requirements: ['RV-011', 'RV-014', 'RV-026', 'RV-029', 'RV-037'],
  needs: ['namespace'],
  async run(c) {
    const { maps, names } = await createConfigMaps(c, 2);
    const shows = (query: Readonly<Record<string, string>>) =>
      c.eventually(async () =>
        expectNames(
          await c.wire.get(maps.collection, { query: { ...createdSelector, ...query, resourceVersion: '0' } }),
          names,
        ),
      );
    const resourceVersionMatch = 'NotOlderThan';
    await c.holds(['RV-011', 'RV-037'], () => shows({}));
    await c.holds('RV-014', () => shows({ limit: '2' }));
    await c.holds('RV-026', () => shows({ resourceVersionMatch }));
    await c.holds('RV-029', () => shows({ limit: '2', resourceVersionMatch }));
  },
} satisfies Case;
