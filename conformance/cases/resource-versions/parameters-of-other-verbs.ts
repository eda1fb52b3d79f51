import { createConfigMaps } from '../../fixtures/created-objects.ts';
import type { Case } from '../../contract/case.ts';
import { continueOf, expectNames, versionOf } from '../../wire/expect/list.ts';
import { expectRefused } from '../../wire/expect/status.ts';
import { expectThat } from '../../wire/expect/value.ts';

export default {
  id: 'parameters-of-other-verbs',
  title:
    'Watch parameters on a list, and list parameters on a watch or beside a token, MUST be refused in each combination.',
  requirements: ['VERB-061', 'VERB-067', 'RV-031U', 'RV-033'],
  needs: ['namespace'],
  async run(c) {
    const { maps, names } = await createConfigMaps(c, 3);
    const list = (query: Readonly<Record<string, string>>) => c.wire.get(maps.collection, { query });
    const whole = await list({ labelSelector: 'stock=yes' });
    expectNames(whole, names);
    const resourceVersion = versionOf(whole);
    const notOlder = { resourceVersionMatch: 'NotOlderThan' };
    await c.holds(['VERB-061', 'RV-033'], async () => {
      for (const match of ['NotOlderThan', 'Exact']) {
        for (const more of [{}, { limit: '1' }]) expectRefused(await list({ resourceVersionMatch: match, ...more }));
      }
    });
    const isRefused = async (query: Readonly<Record<string, string>>) => {
      const stream = await c.wire.watch(maps.collection, { timeoutSeconds: '1', ...query });
      const { status } = stream;
      stream.close();
      expectThat(`status of ${stream.opened.title}`, status >= 400 && status < 500, 'a 4xx refusal', status);
    };
    await c.holds('VERB-067', async () => {
      for (const sendInitialEvents of ['true', 'false']) {
        expectRefused(await list({ sendInitialEvents }));
        expectRefused(await list({ sendInitialEvents, resourceVersion, ...notOlder }));
        await isRefused({ sendInitialEvents });
        await isRefused({ sendInitialEvents, resourceVersion });
        await isRefused({ sendInitialEvents, resourceVersion, resourceVersionMatch: 'Exact' });
      }
      await isRefused({ resourceVersion, ...notOlder });
    });
    await c.holds('RV-031U', async () => {
      const token = continueOf(await list({ limit: '1' }));
      expectRefused(await list({ limit: '1', continue: token, ...notOlder }));
      expectRefused(await list({ limit: '1', continue: token, resourceVersion: '0', ...notOlder }));
    });
  },
} satisfies Case;
