// `orch-conformance run --plan`: opens the target, detects its features, and prints what a run would do. It changes
// nothing: its only requests besides GET are access reviews, which no server stores.

import type { RunFlags } from '../command-line/command-line.ts';
import { planOf, planText } from './plan.ts';
import { loadCatalogue } from '../requirements/catalogue.ts';
import type { PlacedCase } from '../runner/select.ts';
import { openTarget, type TargetOptions } from '../target/target.ts';
import { claimOutput, deliver } from './output-file.ts';
import { FileError, type Surface } from './surface.ts';

/** Writes the plan and returns 0. Throws errors about invalid input. */
export async function planSuite(
  flags: RunFlags,
  options: TargetOptions,
  chosen: readonly PlacedCase[],
  surface: Surface,
): Promise<number> {
  if (flags.report !== 'console' && flags.report !== 'json')
    throw new FileError(`--plan has no form ${flags.report}: it is written as text, or with --report json`);
  await claimOutput(flags.output);
  const target = await openTarget(options, surface.signal);
  try {
    const { server, vendor, version, features } = target;
    const offer = {
      target,
      launcher: flags['launch-server'],
      agents: flags['launch-agent'],
      agentContainer: flags['agent-container'],
      podImage: flags['pod-image'],
      seccompFolder: flags['seccomp-folder'],
    };
    const about = { target: { server, vendor: vendor.id, version }, features: [...features] };
    const plan = planOf(chosen, flags.profile, offer, loadCatalogue(), about);
    await deliver(
      flags.report === 'json' ? `${JSON.stringify(plan, null, 2)}\n` : planText(plan),
      flags.output,
      surface,
    );
    return 0;
  } finally {
    await target.close();
  }
}
