import { versionOf } from '../../wire/expect/list.ts';
import { expectThat } from '../../wire/expect/value.ts';
import { limits } from '../../wire/contract/limits.ts';
import type { Case } from '../../contract/case.ts';
import { createConfigMaps } from '../../fixtures/created-objects.ts';

export default {
  id: 'watch-unknown-version',
  title: 'A watch from a version in the far future MUST NOT deliver events.',
  requirements: ['RV-062'],
  needs: ['namespace'],
  async run(c) {
    const { maps } = await createConfigMaps(c, 1);
    const resourceVersion = String(BigInt(versionOf(await c.wire.get(maps.collection))) + 1_000_000_000n);
    const stream = await c.wire.watch(maps.collection, { resourceVersion, timeoutSeconds: '2' });
    if (stream.status === 200) {
      const events = await stream.untilEnd(limits.event);
      expectThat(
        'events',
        events.every((event) => event.type === 'ERROR'),
        'none, or an error',
        events,
      );
    } else expectThat('status of the watch', stream.status >= 400, 'an error', stream.status);
  },
} satisfies Case;
