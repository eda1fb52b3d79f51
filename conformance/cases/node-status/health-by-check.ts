import type { Case } from '../../contract/case.ts';
import { expectOk, expectStatus } from '../../wire/expect/status.ts';
import { expectEqual, expectThat } from '../../wire/expect/value.ts';

export default {
  id: 'health-by-check',
  title: 'The agent MUST serve each health check under its name, and all checks with some excluded.',
  requirements: ['NSTAT-002'],
  needs: ['launch-agent'],
  async run(c) {
    const { wire } = await c.launchAgent({ flags: [] });
    const words = async (path: string) => {
      const answer = await wire.get(path);
      expectOk(answer);
      return answer.text();
    };
    const all = await words('/healthz?verbose');
    const names = [...all.matchAll(/^\[\+\](\S+) ok$/gm)].map(([, name = '']) => name);
    expectThat('checks', names.length > 0, 'one or more', all);
    for (const name of names) {
      expectEqual(`check ${name} alone`, (await words(`/healthz/${name}`)).trim(), 'ok');
      const rest = await words(`/healthz?verbose&exclude=${name}`);
      expectThat(`without ${name}`, rest.includes(`[+]${name} excluded: ok`), 'excluded: ok', rest);
      for (const other of names.filter((each) => each !== name))
        expectThat(`${other} without ${name}`, rest.includes(`[+]${other} ok`), 'ok', rest);
    }
    const unknown = await words('/healthz?verbose&exclude=conformance');
    for (const name of names)
      expectThat('an unknown check left out', unknown.includes(`[+]${name} ok`), `${name} ok`, unknown);
    expectThat('an unknown check left out', unknown.includes('conformance'), 'its name', unknown);
    expectStatus(await wire.get('/healthz/conformance'), 404);
  },
} satisfies Case;
