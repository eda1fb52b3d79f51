import type { Case } from '../../contract/case.ts';
import { decidingByLines, policyLine } from '../../fixtures/access/policy-lines.ts';
import { expectRefusedStart, expectStart } from '../../fixtures/access/starts.ts';

export default {
  id: 'unfit-lines-are-refused',
  title:
    'A server MUST NOT start with policies in a list, or with a line of another version or kind or with fields of other types.',
  requirements: ['ABAC-001', 'ABAC-002', 'ABAC-003', 'ABAC-004', 'ABAC-005', 'VERS-092'],
  needs: ['launch-server'],
  async run(c) {
    const [ann, joe] = ['ann', 'joe'].map((user) => policyLine({ user, nonResourcePath: '*' }));
    const refused = (what: string, ...lines: readonly string[]) =>
      expectRefusedStart(c, what, decidingByLines(...lines));
    await expectStart(c, 'two lines', decidingByLines(ann ?? '', joe ?? ''));
    await c.holds('ABAC-002', async () => {
      await refused('a list on one line', `[${ann},${joe}]`);
      await refused('a list over lines', '[', `${ann},`, `${joe}`, ']');
    });
    await c.holds('ABAC-001', async () => {
      await refused('an object over lines', ...JSON.stringify(JSON.parse(ann ?? ''), null, 1).split('\n'));
      await refused('two objects on a line', `${ann}${joe}`);
    });
    // The wrong line is the last, or the first.
    const refusedInBoth = async (what: string, wrong: readonly [string, string]) => {
      await refused(`${what} in the last line`, ann ?? '', wrong[0]);
      await refused(`${what} in the first line`, wrong[1], ann ?? '');
    };
    const ofJoe = (more: object) => policyLine({ user: 'joe', nonResourcePath: '*' }, more);
    await c.holds(['ABAC-003', 'VERS-092'], () =>
      refusedInBoth('another version', [
        ofJoe({ apiVersion: 'abac.authorization.{label}/v2' }),
        ofJoe({ apiVersion: 'authorization.{api}/v1beta1' }),
      ]),
    );
    await c.holds('ABAC-004', () =>
      refusedInBoth('another kind', [ofJoe({ kind: 'Role' }), ofJoe({ kind: 'policy' })]),
    );
    await c.holds('ABAC-004', () => refused('no kind', ofJoe({ kind: undefined })));
    await c.holds('ABAC-005', async () => {
      const spec = { user: 'joe', nonResourcePath: '*', readonly: 'true' };
      await refused('a text for readonly', policyLine(spec));
    });
  },
} satisfies Case;
