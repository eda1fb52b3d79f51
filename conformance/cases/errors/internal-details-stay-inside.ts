import { expectThat } from '../../wire/expect/value.ts';
import type { Case } from '../../contract/case.ts';

export default {
  id: 'internal-details-stay-inside',
  title: 'An error SHOULD NOT show a stack trace.',
  requirements: ['ERR-020U'],
  needs: ['namespace'],
  async run(c) {
    const maps = c.resource('v1', 'configmaps');
    for (const answer of [
      await c.wire.post(maps.collection, '{"metadata":', {}),
      await c.wire.get(`${maps.collection}/%00`),
      await c.wire.get(`${maps.collection}?labelSelector=%ff`),
      await c.wire.patch(maps.item('x'), 'json', [{ op: 'nonsense' }]),
    ]) {
      expectThat(
        `status of ${answer.title}`,
        answer.status >= 400 && answer.status < 500,
        'a 4xx refusal',
        answer.status,
      );
      expectThat('body', !/\bat .*\.[jt]s:\d+/.test(answer.text()), 'no stack trace', answer.text());
    }
  },
} satisfies Case;
