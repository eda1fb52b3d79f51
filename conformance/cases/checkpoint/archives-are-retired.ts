import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openMovedClock } from '../../launch/moved-clock.ts';
import { type Case, NotObservable } from '../../contract/case.ts';
import { expectOk, expectStatus } from '../../wire/expect/status.ts';
import { expectEqual } from '../../wire/expect/value.ts';

const hour = 3_600_000;

export default {
  id: 'archives-are-retired',
  title:
    'An agent MAY remove checkpoints beyond a number, an age and a size, and then MUST keep the newest and the pinned ones.',
  requirements: ['CKPT-029U'],
  needs: ['launch-agent'],
  async run(c) {
    const usual = await c.launchAgent({ flags: [] });
    if ((await usual.wire.get('/checkpoints')).status === 404)
      throw new NotObservable('the agent does not list checkpoints');
    // Without a clock to move the case waits until the minute is over.
    const clock = await openMovedClock(c.clock);
    try {
      const flags = [
        '--checkpoint-max-count=2',
        '--checkpoint-max-age=240h',
        '--checkpoint-max-bytes=1000',
        '--checkpoint-retention-schedule=* * * * *',
      ];
      const agent = await c.launchAgent({ flags, environment: clock?.environment ?? {} });
      const folder = join(agent.rootFolder, 'checkpoints');
      await mkdir(folder, { recursive: true });
      const make = async (container: string, hoursAgo: number, bytes: number) => {
        const time = new Date((clock ?? c.clock).now() - hoursAgo * hour).toISOString().replace(/\.\d+Z$/, 'Z');
        const name = `checkpoint-retired_conformance-${container}-${time}.tar`;
        await writeFile(join(folder, name), Buffer.alloc(bytes));
        return name;
      };
      const pinned = await make('one', 290, 100);
      expectStatus(await agent.wire.put(`/checkpoints/${pinned}/pin`, undefined), 200);
      const kept = [pinned, `${pinned}.pin`, 'notes.txt'];
      await writeFile(join(folder, 'notes.txt'), Buffer.alloc(2_000));
      // What goes by age or number does not count among the bytes.
      await make('one', 300, 1_000);
      await make('one', 3, 100);
      kept.push(await make('one', 2, 100), await make('one', 1, 100));
      await make('two', 50, 5_000);
      kept.push(await make('two', 40, 100));
      await clock?.advance(61_000);
      await c.eventually(async () => {
        // A sleeping agent reads the clock only when something wakes it: a request does.
        expectOk(await agent.wire.get('/healthz'));
        expectEqual('files of the folder', (await readdir(folder)).sort(), kept.toSorted());
      }, 75_000);
      const metrics = (await agent.wire.get('/metrics')).text();
      const reasons = [...metrics.matchAll(/^\w*checkpoint_archives_removed_total\{reason="(\w+)"\} (\d+)$/gm)];
      expectEqual('removals by reason', reasons.map(([, reason, count]) => `${reason} ${count}`).sort(), [
        'age 1',
        'bytes 1',
        'count 1',
      ]);
    } finally {
      await clock?.close();
    }
  },
} satisfies Case;
