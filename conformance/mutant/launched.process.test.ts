// Proof of the cases that start servers with flags of their own: they notice each fault of such a server. It starts
// hundreds of servers, so it runs only when ORCHKIT_LAUNCHED_MUTANTS is set: a third of the mutants, drawn by the seed of the
// run, or with the value `all` every one.

import t from 'tap';
import { Dice } from '../../fixtures/history/dice.ts';
import { seedOfRun } from '../../fixtures/shared/explore.fixture.ts';
import {
  bundledServerCommand,
  bundledServerMissing,
  startBundledServer,
} from '../../fixtures/conformance/bundled-server.fixture.ts';
import { commandWords } from '../launch/command-words.ts';
import type { PlacedCase } from '../runner/select.ts';
import { matrixText, runMatrix } from './matrix.ts';
import { mutants } from './mutants.ts';

// Some cases wait until their time limit for what a mutant never does: minutes, and more on a busy host.
const limit = 1_500_000;
t.setTimeout(limit);

const startsServers = ({ definition: { launch, needs = [] } }: PlacedCase): boolean =>
  launch !== undefined || needs.includes('launch-server');

const asked = process.env['ORCHKIT_LAUNCHED_MUTANTS'];
const notNow =
  bundledServerMissing ?? (asked === undefined && 'hundreds of servers: set ORCHKIT_LAUNCHED_MUTANTS to run it');

t.test('no mutant of a launched server survives', { timeout: limit - 10_000, skip: notNow }, async (t) => {
  const server = await startBundledServer('orch');
  t.teardown(() => server.stop());
  const dice = new Dice(seedOfRun());
  const matrix = await runMatrix({
    kubeconfig: server.kubeconfig,
    vendor: 'orch',
    mutants: asked === 'all' ? mutants : mutants.filter(() => dice.next() < 1 / 3),
    parallel: 6,
    trials: 3,
    caseLimit: 12_000,
    // system/bundled.test.ts runs every case without a fault.
    sound: true,
    signal: new AbortController().signal,
    launchServer: commandWords(bundledServerCommand),
    witness: startsServers,
  });
  t.strictSame(
    matrix.trials.filter(({ survived }) => survived.length > 0),
    [],
    matrixText(matrix),
  );
  t.ok(matrix.trials.length > 10, `${matrix.trials.length} mutants`);
});
