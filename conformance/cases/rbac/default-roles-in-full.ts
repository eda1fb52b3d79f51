import type { Case } from '../../contract/case.ts';
import { expectRows } from '../../fixtures/defined-values/recorded-rows.ts';
import { plain } from '../../fixtures/launches.ts';
import { defaultRights } from '../../fixtures/rights/data/default-rights.ts';
import { tellDefaultRights } from '../../fixtures/rights/default-rights.ts';

export default {
  id: 'default-roles-in-full',
  title: 'The default roles and bindings SHOULD have the usual rules, with their names of objects, and subjects.',
  requirements: ['RBAC-068U', 'RBAC-069U'],
  needs: ['rbac'],
  launch: plain,
  // A server may make some of them when it is ready already.
  run: (c) => c.eventually(() => expectRows(c, tellDefaultRights, defaultRights)),
} satisfies Case;
