// The needs of skipped cases, and how to meet each: a flag of the suite, or a feature of the target.

import type { Need } from '../contract/case.ts';
import type { Report } from './report.ts';
import type { CaseResult, Skipped } from '../runner/result.ts';

/** How to meet a need: a flag of `run`, or, if there is none, a description. */
interface Remedy {
  readonly flag?: string;
  readonly words: string;
}

const remedies: Readonly<Record<Need, Remedy>> = {
  'launch-server': { flag: '--launch-server <command>', words: 'give a command that starts a server' },
  'launch-agent': { flag: '--launch-agent <command>', words: 'give a command that starts an agent' },
  'agent-container': {
    flag: '--agent-container <namespace/pod/container>',
    words: 'give a container that the runtime of these agents runs',
  },
  'pod-image': { flag: '--pod-image <image>', words: 'name an image with a shell that nodes of the target can run' },
  'seccomp-folder': {
    flag: '--seccomp-folder <folder>',
    words: 'name the folder in which nodes of the target have their seccomp profiles',
  },
  agent: { flag: '--agent-url <url>', words: 'name a node agent' },
  'agent-credentials': {
    flag: '--agent-url <url> --agent-token-file <file>',
    words: 'give a node agent and credentials that it accepts',
  },
  namespace: { flag: '--kubeconfig <file>', words: 'use credentials that may create namespaces' },
  impersonation: { flag: '--kubeconfig <file>', words: 'use credentials that may impersonate other users' },
  anonymous: { words: 'a target that allows anonymous requests' },
  http2: { words: 'a target that supports HTTP/2 over TLS' },
  rbac: { words: 'a target that authorizes by RBAC' },
  'node-authorizer': { words: 'a target with node authorization' },
};

/** Returns how to meet this need. */
export function remedyOf(need: Need): Remedy {
  return remedies[need];
}

/** Cases that were skipped for the same need. */
export interface SkippedGroup {
  /** The need; for a case that found the target unsuitable, its reason. */
  readonly name: string;
  readonly remedy?: Remedy;
  /** The reasons in the run's results. */
  readonly reasons: readonly string[];
  readonly results: readonly Skipped[];
}

/** Groups skipped cases by need, the largest group first. */
export function skippedGroups({ results }: Report): readonly SkippedGroup[] {
  const groups = new Map<string, Skipped[]>();
  for (const result of results) {
    if (!isSkipped(result)) continue;
    const key = result.need ?? result.reason;
    groups.set(key, [...(groups.get(key) ?? []), result]);
  }
  return [...groups]
    .map(([name, group]) => {
      const remedy = isNeed(name) ? remedies[name] : remedyIn(name);
      const reasons = [...new Set(group.map(({ reason }) => reason))];
      return { name, reasons, results: group, ...(remedy === undefined ? {} : { remedy }) };
    })
    .sort((one, other) => other.results.length - one.results.length);
}

function isSkipped(result: CaseResult): result is Skipped {
  return result.outcome === 'skipped';
}

function isNeed(name: string): name is Need {
  return Object.hasOwn(remedies, name);
}

/** Reports of earlier suites have the flag only in the reason. */
function remedyIn(reason: string): Remedy | undefined {
  const flag = /\((--[a-z-]+)\)/.exec(reason)?.[1];
  return flag === undefined ? undefined : Object.values(remedies).find((remedy) => remedy.flag?.startsWith(`${flag} `));
}
