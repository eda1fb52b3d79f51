import { expectOk, expectStatus } from '../../wire/expect/status.ts';
import { expectThat } from '../../wire/expect/value.ts';
import type { Case } from '../../contract/case.ts';

export default {
  id: 'names-of-checks',
  title: 'Readiness SHOULD have a shutdown check that liveness does not have, and both SHOULD check the store.',
  requirements: ['HEALTH-008'],
  async run(c) {
    const namesOf = async (endpoint: string): Promise<readonly string[]> => {
      const text = (await c.wire.get(`/${endpoint}?verbose`)).text();
      return [...text.matchAll(/^\[\+\](\S+) ok$/gm)].map((match) => match[1] ?? '');
    };
    const [live, ready] = [await namesOf('livez'), await namesOf('readyz')];
    for (const name of ['ping', 'etcd']) {
      expectThat('checks of livez', live.includes(name), name, live);
      expectThat('checks of readyz', ready.includes(name), name, ready);
    }
    for (const [endpoint, names] of [
      ['livez', live],
      ['readyz', ready],
    ] as const) {
      for (const name of names) expectOk(await c.wire.get(`/${endpoint}/${name}`));
    }
    expectThat('checks of readyz', ready.includes('shutdown'), 'shutdown', ready);
    expectThat('checks of livez', !live.includes('shutdown'), 'no shutdown', live);
    // Each endpoint has the paths of its own checks only.
    expectStatus(await c.wire.get('/livez/shutdown'), 404);
  },
} satisfies Case;
