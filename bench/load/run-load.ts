// Runs the load generator as a process on the client's core.

import { startLoad } from '../harness/processes.ts';
import type { LoadPlan, LoadResult } from './load-plan.ts';

/** Throws when a request failed: a figure with failures means nothing. */
export async function runLoad(plan: LoadPlan): Promise<LoadResult> {
  const child = startLoad(new URL('http2-load.js', import.meta.url), plan);
  const result = JSON.parse(await child.line()) as LoadResult;
  await child.stop();
  if (result.failures > 0) throw new Error(`${result.failures} requests failed: ${plan.method} ${plan.path}`);
  return result;
}
