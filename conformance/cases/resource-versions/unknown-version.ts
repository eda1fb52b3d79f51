import { versionOf } from '../../wire/expect/list.ts';
import { fieldOf } from '../../wire/expect/object.ts';
import { expectStatus } from '../../wire/expect/status.ts';
import { expectEqual, expectThat } from '../../wire/expect/value.ts';
import { type Case, NotObservable } from '../../contract/case.ts';
import { createConfigMaps } from '../../fixtures/created-objects.ts';

export default {
  id: 'unknown-version',
  title:
    'A get or list of a version in the far future MUST NOT succeed: 504 after a wait, or an error with Retry-After.',
  requirements: ['RV-058', 'RV-059', 'RV-060', 'RV-061', 'RV-067', 'RV-063U', 'ERR-012', 'ERR-013', 'ERR-014'],
  needs: ['namespace'],
  async run(c) {
    const { maps } = await createConfigMaps(c, 1);
    const query = { resourceVersion: String(BigInt(versionOf(await c.wire.get(maps.collection))) + 1_000_000_000n) };
    const answers = await Promise.all([
      c.wire.get(maps.item('m-00'), { query }),
      c.wire.get(maps.collection, { query }),
    ]);
    for (const answer of answers) {
      const retry = answer.header('retry-after');
      await c.holds(['RV-058', 'ERR-012'], async () => {
        if (answer.status !== 504 && retry !== undefined)
          throw new NotObservable('the target answers at once, with Retry-After');
        expectStatus(answer, 504);
      });
      await c.holds(['RV-059', 'RV-060', 'ERR-013'], async () => {
        // What the body tells of a later try, the header tells too.
        const told = fieldOf(answer, 'details.retryAfterSeconds');
        if (told !== undefined) expectEqual('Retry-After', Number(retry), told);
        if (retry === undefined) throw new NotObservable('the target answers without Retry-After');
        expectThat('Retry-After', /^\d+$/.test(retry), 'seconds', retry);
      });
      expectThat(`status of ${answer.title}`, answer.status >= 400, 'an error', answer.status);
      expectThat(
        `body of ${answer.title}`,
        answer.text().includes('Too large resource version'),
        'the text Too large resource version',
        answer.text(),
      );
    }
  },
} satisfies Case;
