import type { Case } from '../../contract/case.ts';
import { expectMarked } from '../../fixtures/audited/deprecated-requests.ts';
import { expectRows } from '../../fixtures/defined-values/recorded-rows.ts';
import { auditPolicyVerdicts } from '../../fixtures/started/data/audit-policy-verdicts.ts';
import { auditPolicyStarts } from '../../fixtures/started/data/audit-policy-starts.ts';
import { judgeStarts } from '../../fixtures/started/start-table.ts';

const resources = [{ group: 'networking.{api}' }];

export default {
  id: 'audit-policies-in-words',
  title:
    'A server SHOULD start with an audit policy that can be used, and otherwise name all faults in it, each by its field; what is deprecated MUST be annotated at each level.',
  requirements: ['VERS-078'],
  needs: ['launch-server'],
  async run(c) {
    // No requirement is about faults in policies: they count for what a sound one is needed for.
    const rules = [
      { level: 'Request', verbs: ['get'], resources, omitStages: ['RequestReceived'] },
      { level: 'RequestResponse', resources: [{ ...resources[0], resources: ['ipaddresses'] }] },
      { level: 'Metadata', resources },
    ];
    await expectMarked(
      c,
      { rules },
      {
        'ipaddresses/none': 'Request',
        'ipaddresses?limit=7': 'RequestResponse',
        'servicecidrs?limit=7': 'Metadata',
      },
    );
    await expectRows(c, judgeStarts(auditPolicyStarts), auditPolicyVerdicts);
  },
} satisfies Case;
