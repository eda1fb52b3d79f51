import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Case } from '../../contract/case.ts';
import { expectMarked } from '../../fixtures/audited/deprecated-requests.ts';
import { expectRows } from '../../fixtures/defined-values/recorded-rows.ts';
import { auditLogVerdicts } from '../../fixtures/started/data/audit-log-verdicts.ts';
import { auditLogStarts } from '../../fixtures/started/data/audit-log-starts.ts';
import { judgeStarts } from '../../fixtures/started/start-table.ts';
import { withTemporaryFolder } from '../../fixtures/temporary-folder.ts';

export default {
  id: 'audit-files-in-words',
  title:
    'A server SHOULD start with an audit policy only if it can be read, and with flags of its log that make sense; what is deprecated MUST be annotated also in a log in batches.',
  requirements: ['VERS-078'],
  needs: ['launch-server'],
  async run(c) {
    // No requirement is about flags of the log: they count for what the log is needed for.
    await withTemporaryFolder(async (folder) => {
      const log = join(folder, 'audit.log');
      const flags = [`--audit-log-path=${log}`, '--audit-log-mode=batch', '--audit-log-batch-max-wait=100ms'];
      const read = () => readFile(log, 'utf8').catch(() => '');
      await expectMarked(c, { rules: [{ level: 'Metadata' }], flags, read }, { 'ipaddresses?limit=7': 'Metadata' });
    });
    await expectRows(c, judgeStarts(auditLogStarts), auditLogVerdicts);
  },
} satisfies Case;
