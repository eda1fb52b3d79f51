// What every store engine promises, as tests: `store.ts` says it in words. Keys stand under a prefix of each test's own,
// so that the suite also runs on an engine that others use.

import type { Test } from 'tap';
import { type StoreHarness, StoreSubject } from '../../../fixtures/apiserver/store-subject.fixture.ts';
import { logScenarios } from './store-log.contract.ts';
import { viewScenarios } from './store-views.contract.ts';
import { writeScenarios } from './store-writes.contract.ts';

/** Runs the suite. `open` answers a working store; the suite closes it. */
export function storeContract(t: Test, engine: string, open: (t: Test) => Promise<StoreHarness>): void {
  for (const [title, run] of Object.entries({ ...writeScenarios, ...viewScenarios, ...logScenarios })) {
    t.test(`${engine}: ${title}`, async (t) => {
      const harness = await open(t);
      t.teardown(() => harness.store.close());
      await run(t, new StoreSubject(harness));
    });
  }
}
