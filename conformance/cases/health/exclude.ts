import { expectOk } from '../../wire/expect/status.ts';
import { expectThat } from '../../wire/expect/value.ts';
import type { Case } from '../../contract/case.ts';

export default {
  id: 'exclude',
  title: 'An excluded check MUST be skipped and marked in the verbose output, on both endpoints.',
  requirements: ['HEALTH-013', 'HEALTH-014', 'HEALTH-025'],
  async run(c) {
    for (const endpoint of ['livez', 'readyz']) {
      const all = (await c.wire.get(`/${endpoint}?verbose`)).text();
      const [name = '', ...others] = [...all.matchAll(/^\[\+\](\S+) ok$/gm)].map((match) => match[1] ?? '');
      const answer = await c.wire.get(`/${endpoint}?verbose&exclude=${name}`);
      expectOk(answer);
      const lines = answer.text().split('\n');
      expectThat(
        `lines of ${endpoint}`,
        lines.includes(`[+]${name} excluded: ok`),
        `a line [+]${name} excluded: ok`,
        lines,
      );
      expectThat(`lines of ${endpoint}`, !lines.includes(`[+]${name} ok`), `no line [+]${name} ok`, lines);
      // The others are still run.
      for (const other of others)
        expectThat(`lines of ${endpoint}`, lines.includes(`[+]${other} ok`), `a line [+]${other} ok`, lines);
    }
  },
} satisfies Case;
