// A need that is not met: checked before a case starts, and listed in the plan of a run.

import type { Case, Need } from '../contract/case.ts';
import type { Target } from '../target/target.ts';
import type { Skipped } from './result.ts';

/** A need that is not met, with the reason. */
export type Lack = Required<Pick<Skipped, 'need' | 'reason'>>;

/** What a run offers its cases. Of the last five only counts whether they are there. */
export interface Offer {
  readonly target: Pick<Target, 'features' | 'missing'>;
  readonly launcher?: unknown;
  readonly agents?: unknown;
  readonly agentContainer?: unknown;
  readonly podImage?: unknown;
  readonly seccompFolder?: unknown;
}

const noLauncher: Lack = {
  need: 'launch-server',
  reason: 'no command that starts a server was given (--launch-server)',
};
const noAgents: Lack = {
  need: 'launch-agent',
  reason: 'no command that starts an agent was given (--launch-agent)',
};
const noContainer: Lack = {
  need: 'agent-container',
  reason: 'no running container was given (--agent-container)',
};

const noImage: Lack = {
  need: 'pod-image',
  reason: 'the suite was not told of an image that nodes of the target can run (--pod-image)',
};

const noFolder: Lack = {
  need: 'seccomp-folder',
  reason: 'the suite was not told where nodes of the target have their seccomp profiles (--seccomp-folder)',
};

/** The lack of a case that runs on a server of its own, before there is one. Its needs are judged on that server. */
export function lackOfServer({ launch }: Case, { launcher }: Offer): Lack | undefined {
  return launch !== undefined && launcher === undefined ? noLauncher : undefined;
}

/** The first unmet need of the case; undefined: the case can run. */
export function lackOf({ needs = [] }: Case, offer: Offer): Lack | undefined {
  for (const need of needs) {
    const lack = lackOfNeed(need, offer);
    if (lack !== undefined) return lack;
  }
  return undefined;
}

function lackOfNeed(need: Need, offer: Offer): Lack | undefined {
  const { target, launcher, agents, agentContainer, podImage, seccompFolder } = offer;
  if (need === 'launch-server') return launcher === undefined ? noLauncher : undefined;
  if (need === 'launch-agent') return agents === undefined ? noAgents : undefined;
  if (need === 'agent-container') return agentContainer === undefined ? noContainer : undefined;
  if (need === 'pod-image') return podImage === undefined ? noImage : undefined;
  if (need === 'seccomp-folder') return seccompFolder === undefined ? noFolder : undefined;
  if (target.features.has(need)) return undefined;
  return { need, reason: target.missing.get(need) ?? `the target lacks ${need}` };
}
