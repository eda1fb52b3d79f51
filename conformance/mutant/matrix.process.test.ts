// The proof of the suite: each mutant of the bundled service is noticed by every case that should notice it.

import t from 'tap';
import { bundledServerMissing, startBundledServer } from '../../fixtures/conformance/bundled-server.fixture.ts';
import { matrixText, runMatrix } from './matrix.ts';

// One proxy and a handful of cases per mutant: two minutes, and several on a busy machine.
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
    // Some cases wait for what a mutant never does; tokens of an account that is gone count for ten seconds.
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
