import type { Case } from '../../contract/case.ts';
import { rareFaults } from '../../fixtures/faulty/data/rare-faults.ts';
import { verdictTables } from '../../fixtures/faulty/verdict-tables.ts';
import { expectVerdicts } from '../../fixtures/faulty/verdicts.ts';

export default {
  id: 'faults-of-rare-objects',
  title:
    'Errors SHOULD name exactly the invalid, missing or duplicate fields of devices, certificates, addresses and aggregated services.',
  requirements: ['ERR-020U', 'FVAL-028U', 'DRY-006'],
  needs: ['namespace'],
  run: (c) => expectVerdicts(c, verdictTables['faults-of-rare-objects'], rareFaults),
} satisfies Case;
