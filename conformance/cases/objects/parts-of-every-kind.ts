import type { Case } from '../../contract/case.ts';
import { statusParts } from '../../fixtures/faulty/data/status-parts.ts';
import { storedObjects } from '../../fixtures/faulty/verdict-tables.ts';
import { expectWrittenParts } from '../../fixtures/faulty/written-parts.ts';

/** Of a ServiceCIDR servers take the status by other endpoints too; that of the others is written by controllers meanwhile. */
const objects = storedObjects('status').filter(
  ({ resource }) => !/^(servicecidrs|customresourcedefinitions|apiservices)\./.test(resource),
);

export default {
  id: 'parts-of-every-kind',
  title: 'Each endpoint of a kind with a status MUST change its own part of an object only, and own what it changes.',
  requirements: ['OBJ-058', 'OBJ-065'],
  needs: ['namespace'],
  run: (c) => expectWrittenParts(c, objects, statusParts),
} satisfies Case;
