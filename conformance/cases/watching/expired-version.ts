import { expectField } from '../../wire/expect/object.ts';
import { expectFailure } from '../../wire/expect/status.ts';
import { limits } from '../../wire/contract/limits.ts';
import { type Case, NotObservable } from '../../contract/case.ts';

export default {
  id: 'expired-version',
  title: 'A watch from a compacted version MUST fail with 410, before or inside the stream.',
  requirements: ['WATCH-015', 'WATCH-047U'],
  needs: ['namespace'],
  async run(c) {
    const stream = await c.wire.watch(c.resource('v1', 'configmaps').collection, {
      resourceVersion: '1',
      timeoutSeconds: '2',
    });
    if (stream.status !== 200) {
      expectFailure(stream.opened, 410, 'Expired');
      return;
    }
    const error = (await stream.untilEnd(limits.event)).find((event) => event.type === 'ERROR');
    if (error === undefined) throw new NotObservable('the target still retains its first version');
    expectField(error.object, 'code', 410);
    expectField(error.object, 'reason', 'Expired');
  },
} satisfies Case;
