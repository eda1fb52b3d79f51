import { fieldOf } from '../../wire/expect/object.ts';
import { expectStatus } from '../../wire/expect/status.ts';
import { expectEqual } from '../../wire/expect/value.ts';
import type { Case } from '../../contract/case.ts';
import { createConfigMaps } from '../../fixtures/created-objects.ts';

export default {
  id: 'one-winner',
  title: 'Of several PUTs with the same version exactly one MUST succeed.',
  requirements: ['UPD-002', 'UPD-003'],
  needs: ['namespace'],
  async run(c) {
    const { maps } = await createConfigMaps(c, 1);
    const old = (await c.wire.get(maps.item('m-00'))).json() as object;
    const answers = await Promise.all(
      [0, 1, 2, 3, 4, 5].map((index) => c.wire.put(maps.item('m-00'), { ...old, data: { n: `writer ${index}` } })),
    );
    const winners = answers.filter((answer) => answer.status === 200);
    expectEqual('number of winners', winners.length, 1);
    for (const answer of answers) expectStatus(answer, 200, 409);
    expectEqual('stored value', fieldOf(await c.wire.get(maps.item('m-00')), 'data.n'), fieldOf(winners[0], 'data.n'));
  },
} satisfies Case;
