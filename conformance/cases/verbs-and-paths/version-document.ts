import { expectField, expectPattern } from '../../wire/expect/object.ts';
import { expectOk } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';

export default {
  id: 'version-document',
  title: 'The path /version SHOULD return the version of the service.',
  requirements: ['VERB-093', 'VERS-047'],
  async run(c) {
    const version = await c.wire.get('/version');
    expectOk(version);
    expectPattern(version, 'gitVersion', /^v1\.34\.\d+/);
    expectField(version, 'major', '1');
    expectPattern(version, 'minor', /^34\+?$/);
  },
} satisfies Case;
