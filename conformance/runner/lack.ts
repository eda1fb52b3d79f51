// What a case needs and does not have: judged before it begins, and told by the plan of a run.

import type { Case, Need } from '../contract/case.ts';
import type { Target } from '../target/target.ts';
import type { Skipped } from './result.ts';

/** What a case needs and does not have. */
export type Lack = Required<Pick<Skipped, 'need' | 'reason'>>;

/** What a run offers its cases. Of the last three only counts whether they are there. */
export interface Offer {
  readonly target: Pick<Target, 'features' | 'missing'>;
  readonly launcher?: unknown;
  readonly agents?: unknown;
  readonly agentContainer?: unknown;
}

const noLauncher: Lack = {
  need: 'launch-server',
  reason: 'the suite was not told how to start a server (--launch-server)',
};
const noAgents: Lack = {
  need: 'launch-agent',
  reason: 'the suite was not told how to start an agent (--launch-agent)',
};
const noContainer: Lack = {
  need: 'agent-container',
  reason: 'the suite was not told of a running container (--agent-container)',
};

/** The lack of a case that runs on a server of its own, before there is one. Its needs are judged on that server. */
export function lackOfServer({ launch }: Case, { launcher }: Offer): Lack | undefined {
  return launch !== undefined && launcher === undefined ? noLauncher : undefined;
}

/** The first need of the case that is not met; undefined: it can run. */
export function lackOf({ needs = [] }: Case, offer: Offer): Lack | undefined {
  for (const need of needs) {
    const lack = lackOfNeed(need, offer);
    if (lack !== undefined) return lack;
  }
  return undefined;
}

function lackOfNeed(need: Need, { target, launcher, agents, agentContainer }: Offer): Lack | undefined {
  if (need === 'launch-server') return launcher === undefined ? noLauncher : undefined;
  if (need === 'launch-agent') return agents === undefined ? noAgents : undefined;
  if (need === 'agent-container') return agentContainer === undefined ? noContainer : undefined;
  if (target.features.has(need)) return undefined;
  return { need, reason: target.missing.get(need) ?? `the target lacks ${need}` };
}
