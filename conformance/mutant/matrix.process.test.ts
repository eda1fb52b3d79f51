// Proof of the suite: every named case notices each mutant of the bundled server.

import t from 'tap';
import { bundledServerMissing, startBundledServer } from '../../fixtures/conformance/bundled-server.fixture.ts';
import { matrixText, runMatrix } from './matrix.ts';

// One proxy and a few cases per mutant: two minutes, and more on a busy host.
t.setTimeout(900_000);

t.test('no mutant survives', { timeout: 890_000, skip: bundledServerMissing ?? false }, async (t) => {
  const server = await startBundledServer('orch');
  t.teardown(() => server.stop());
  const { kubeconfig } = server;
  const { signal } = new AbortController();
  const matrix = await runMatrix({
    kubeconfig,
    vendor: 'orch',
    parallel: 4,
    trials: 4,
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
