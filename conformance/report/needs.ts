// What skipped cases lacked, and how a run gives it to them: a flag of the suite, or something about the target.

import type { Need } from '../contract/case.ts';
import type { Report } from './report.ts';
import type { CaseResult, Skipped } from '../runner/result.ts';

/** How a need is met: a flag of `run`, and where no flag does it, words. */
interface Remedy {
  readonly flag?: string;
  readonly words: string;
}

const remedies: Readonly<Record<Need, Remedy>> = {
  'launch-server': { flag: '--launch-server <command>', words: 'tell the suite how to start a server' },
  'launch-agent': { flag: '--launch-agent <command>', words: 'tell the suite how to start an agent' },
  'agent-container': {
    flag: '--agent-container <namespace/pod/container>',
    words: 'name a container that the runtime of these agents runs',
  },
  agent: { flag: '--agent-url <url>', words: 'name a node agent' },
  'agent-credentials': {
    flag: '--agent-url <url> --agent-token-file <file>',
    words: 'name a node agent that lets you in',
  },
  namespace: { flag: '--kubeconfig <file>', words: 'run as somebody who may make namespaces' },
  impersonation: { flag: '--kubeconfig <file>', words: 'run as somebody who may act as other users' },
  anonymous: { words: 'a target that lets requests without credentials in' },
  http2: { words: 'a target that speaks HTTP/2 over TLS' },
  rbac: { words: 'a target whose role-based rules decide' },
  'node-authorizer': { words: 'a target that authorizes node identities by their pods' },
};

/** How this need is met. */
export function remedyOf(need: Need): Remedy {
  return remedies[need];
}

/** Cases that were skipped for one reason. */
export interface SkippedGroup {
  /** The need, or for what only the target decides its reason. */
  readonly name: string;
  readonly remedy?: Remedy;
  /** Reasons as the run told them. */
  readonly reasons: readonly string[];
  readonly results: readonly Skipped[];
}

/** Skipped cases by what they lacked, the largest group first. */
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

/** Reports of earlier suites name the flag in the reason alone. */
function remedyIn(reason: string): Remedy | undefined {
  const flag = /\((--[a-z-]+)\)/.exec(reason)?.[1];
  return flag === undefined ? undefined : Object.values(remedies).find((remedy) => remedy.flag?.startsWith(`${flag} `));
}
