import { expectText } from '../../wire/expect/object.ts';
import { expectThat } from '../../wire/expect/value.ts';
import { deprecationsOf } from '../../wire/format/metrics.ts';
import { NotObservable } from '../../contract/case.ts';
import type { Case } from '../../contract/case.ts';
import { plain } from '../../fixtures/launches.ts';

export default {
  id: 'deprecated-metrics-are-marked',
  title: 'A deprecated metric MUST still be served, with the release in its description, until three releases later.',
  requirements: ['VERS-001', 'VERS-002', 'VERS-004', 'VERS-005'],
  launch: plain,
  async run(c) {
    const release = /^v1\.(\d+)/.exec(expectText(await c.wire.get('/version'), 'gitVersion'))?.[1];
    const deprecated = deprecationsOf((await c.wire.get('/metrics')).text());
    if (deprecated.length === 0) throw new NotObservable('the target has no deprecated metric');
    for (const { name, minor, stability } of deprecated) {
      const age = Number(release) - minor;
      expectThat(`release that deprecated ${name}`, age >= 0, `none after 1.${release}`, minor);
      const shown = { STABLE: 3, BETA: 1, ALPHA: 0 }[stability];
      expectThat(`age of ${name} (${stability}) in releases`, age < shown, `less than ${shown}`, age);
    }
  },
} satisfies Case;
