// Proof of the suite: every named case notices each mutant of the bundled server.

import t from 'tap';
import { bundledServerMissing, startBundledServer } from '../../fixtures/conformance/bundled-server.fixture.ts';
import { matrixText, runMatrix } from './matrix.ts';

// One proxy and a few cases per mutant: two minutes, and more on a busy host.
const limit = 1_500_000;
t.setTimeout(limit);

t.test('no mutant survives', { timeout: limit - 10_000, skip: bundledServerMissing ?? false }, async (t) => {
  const server = await startBundledServer('orch');
  t.teardown(() => server.stop());
  const { kubeconfig } = server;
  const { signal } = new AbortController();
  const matrix = await runMatrix({
    kubeconfig,
    vendor: 'orch',
    // Most of the time they wait.
    parallel: 8,
    trials: 12,
    // Some cases wait until their time limit; tokens of a deleted account stay valid for ten seconds.
    caseLimit: 25_000,
    signal,
  });
  t.strictSame(
    matrix.unsound.map(({ id }) => id),
    [],
    matrixText(matrix),
  );
  t.strictSame(
    matrix.trials.filter(({ survived }) => survived.length > 0),
    [],
  );
});
