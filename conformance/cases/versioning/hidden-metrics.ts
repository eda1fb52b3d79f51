import { expectThat } from '../../wire/expect/value.ts';
import { deprecationsOf } from '../../wire/format/metrics.ts';
import { type Case, NotObservable } from '../../contract/case.ts';
import { plain, releaseBefore } from '../../fixtures/launches.ts';

export default {
  id: 'hidden-metrics',
  title: 'Naming the previous version MUST show the metrics that this version hides, and no removed metrics.',
  requirements: ['VERS-006', 'VERS-007', 'VERS-008'],
  needs: ['launch-server'],
  launch: releaseBefore,
  async run(c) {
    const usualServer = await c.launchServer(plain);
    const [usual, all] = [
      deprecationsOf((await usualServer.wire.get('/metrics')).text()),
      deprecationsOf((await c.wire.get('/metrics')).text()),
    ];
    const back = all.filter(({ name }) => !usual.some((other) => other.name === name));
    const least = { STABLE: 3, BETA: 1, ALPHA: 0 };
    await c.holds('VERS-006', async () => {
      for (const { name, minor, stability } of usual)
        expectThat(`age of ${name} (${stability}), which is shown`, 34 - minor < least[stability], 'less', 34 - minor);
    });
    if (back.length === 0) throw new NotObservable('the target has no hidden metric');
    for (const { name, minor, stability } of back) {
      // Alpha metrics are hidden at once and may stay hidden for as long as their authors like.
      const most = stability === 'ALPHA' ? Infinity : least[stability];
      const age = 34 - minor;
      expectThat(
        `age of ${name} (${stability}) in releases`,
        age >= least[stability] && age <= most,
        `${least[stability]} to ${most}`,
        age,
      );
    }
  },
} satisfies Case;
