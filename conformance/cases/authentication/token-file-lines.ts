import type { Case } from '../../contract/case.ts';
import { tokenLines, wrongTokenLines } from '../../fixtures/access/data/token-lines.ts';
import { expectRefusedStart } from '../../fixtures/access/starts.ts';
import { selfReview } from '../../fixtures/self-review.ts';
import type { Exchange } from '../../wire/exchange/exchange.ts';
import { expectThat } from '../../wire/expect/value.ts';

const rows = tokenLines.trimEnd().slice(1).split('\n');
const flag = '--token-auth-file={folder}/tokens';
const written = (lines: readonly string[]) => lines.map((line) => `${unescaped(line)}\n`).join('');

export default {
  id: 'token-file-lines',
  title: 'Each line of a token file MUST name its bearer as it is written, and no bearer of another token.',
  requirements: ['AUTHN-029', 'AUTHN-030'],
  needs: ['launch-server'],
  async run(c) {
    const lines = new Set(rows.map((row) => row.split(' | ')[0] ?? ''));
    const server = await c.launchServer({ server: [flag], files: { tokens: written([...lines]) } });
    const outcomes = await Promise.all(
      rows.map(async (row) => {
        const [line = '', token = ''] = row.split(' | ');
        const bearer = server.anonymous.withHeaders({ authorization: `Bearer ${token}` });
        return `${line} | ${token} | ${outcomeOf(await selfReview(bearer, c.vendor))}`;
      }),
    );
    const others = outcomes.filter((outcome, index) => outcome !== rows[index]);
    expectThat('bearers', others.length === 0, 'those that were recorded', others);
    await c.holds('AUTHN-030', async () => {
      for (const line of wrongTokenLines) {
        const files = { tokens: written(['token-00,ann,1', line]) };
        await expectRefusedStart(c, `the line ${line}`, { server: [flag], files });
      }
    });
  },
} satisfies Case;

function unescaped(line: string): string {
  return line.replaceAll(String.raw`\n`, '\n').replaceAll(String.raw`\r`, '\r');
}

/** The name, the uid and the groups, or the status. */
function outcomeOf(review: Exchange): string {
  if (review.status >= 400) return String(review.status);
  const { status } = review.json() as { readonly status: { readonly userInfo: Readonly<Record<string, unknown>> } };
  const { username, uid, groups } = status.userInfo;
  return JSON.stringify([username, uid, groups]);
}
