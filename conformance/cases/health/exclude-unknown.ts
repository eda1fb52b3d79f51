import { expectOk } from '../../wire/expect/status.ts';
import { expectThat } from '../../wire/expect/value.ts';
import type { Case } from '../../contract/case.ts';

export default {
  id: 'exclude-unknown',
  title: 'Several checks MAY be excluded at once, and excluding an unknown one MUST NOT fail the endpoint.',
  requirements: ['HEALTH-022U', 'HEALTH-012'],
  async run(c) {
    for (const endpoint of ['livez', 'readyz']) {
      expectOk(await c.wire.get(`/${endpoint}?exclude=no-such-check`));
      const answer = await c.wire.get(`/${endpoint}?verbose&exclude=ping&exclude=log&exclude=no-such-check`);
      expectOk(answer);
      const lines = answer.text().split('\n');
      for (const name of ['ping', 'log']) {
        const marked = lines.includes(`[+]${name} excluded: ok`);
        expectThat(`lines of ${endpoint}`, marked, `[+]${name} excluded: ok`, lines);
      }
      // The beginning of a name, to the slash, names no check.
      const [, whole = '', beginning = ''] =
        lines.map((line) => /^\[\+\]((\S+?)\/\S+) ok$/.exec(line)).find(Boolean) ?? [];
      if (whole === '' || lines.some((line) => line.startsWith(`[+]${beginning} `))) continue;
      const partly = await c.wire.get(`/${endpoint}?verbose&exclude=${beginning}`);
      expectOk(partly);
      const stays = partly.text().split('\n').includes(`[+]${whole} ok`);
      expectThat(`lines of ${endpoint} without ${beginning}`, stays, `[+]${whole} ok`, partly.text());
    }
  },
} satisfies Case;
