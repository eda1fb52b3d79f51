import type { Case } from '../../contract/case.ts';
import { expectMarked } from '../../fixtures/audited/deprecated-requests.ts';

export default {
  id: 'deprecated-version-in-audit-log',
  title: 'A request to a deprecated version MUST be annotated in the audit log, any other MUST NOT.',
  requirements: ['VERS-078'],
  needs: ['launch-server'],
  run: (c) =>
    expectMarked(
      c,
      { rules: [{ level: 'Metadata', resources: [{ group: 'networking.{api}' }] }] },
      { 'ipaddresses?limit=7': 'Metadata' },
    ),
} satisfies Case;
