import type { Case } from '../../contract/case.ts';
import { expectRows } from '../../fixtures/defined-values/recorded-rows.ts';
import { podSecurityOutcomes } from '../../fixtures/admitted/data/pod-security-outcomes.ts';
import { judgePodSecurity } from '../../fixtures/recorded/scenario-tables.ts';
import { switchedOn } from '../../fixtures/launches.ts';
import { expectPodSecurity } from '../../fixtures/pod-security/levels.ts';

export default {
  id: 'pod-security-of-changes',
  title:
    'Pod security MAY judge changes of pods, of what makes pods and of namespaces, with the same words in refusals and warnings.',
  requirements: ['ADM-012'],
  needs: ['namespace'],
  launch: switchedOn,
  async run(c) {
    await expectPodSecurity(c);
    await expectRows(c, judgePodSecurity, podSecurityOutcomes);
  },
} satisfies Case;
