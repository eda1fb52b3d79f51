// Flags of other node agents that this one does not support. They are known, so that the error says why and what to do instead
// of "unknown flag". The help does not list them.

import { type Flag, valueFlag } from '../../shared/process/command-line/flag.ts';

/** What each is about, after the part of the agent that it would need. */
const reasons = {
  'bootstrap-checkpoint-path': 'pods are not started by this agent',
  'cgroup-driver': 'pods are not started by this agent; the runtime has its own setting',
  'cluster-dns': 'pods are not started by this agent',
  'cluster-domain': 'pods are not started by this agent',
  'exit-on-lock-contention': 'the init system sees to it that one agent runs',
  'image-credential-provider-bin-dir': 'images are not pulled by this agent',
  'image-credential-provider-config': 'images are not pulled by this agent',
  'lock-file': 'the init system sees to it that one agent runs',
  'pod-manifest-path': 'static pods are not started by this agent',
  'runtime-cgroups': 'the cgroups of the runtime are not measured',
  'seccomp-default': 'pods are not started by this agent',
} as const;

function refusedFlag(reason: string): Flag<string | undefined> {
  return valueFlag<string>(
    'not supported',
    () => {
      throw new Error(`is not supported: ${reason}`);
    },
    { what: 'supported', hidden: true },
  );
}

/** Taken with the one value that changes nothing. */
function neutralFlag(neutral: string, reason: string): Flag<string | undefined> {
  return valueFlag<string>(
    'not supported',
    (text) => {
      if (text === neutral) return text;
      throw new Error(`only ${JSON.stringify(neutral)} is supported: ${reason}`);
    },
    { what: 'supported', hidden: true },
  );
}

type RefusedName = keyof typeof reasons | 'read-only-port';

export const refusedFlags: Readonly<Record<RefusedName, Flag<string | undefined>>> = {
  ...(Object.fromEntries(Object.entries(reasons).map(([name, reason]) => [name, refusedFlag(reason)])) as Record<
    keyof typeof reasons,
    Flag<string | undefined>
  >),
  'read-only-port': neutralFlag('0', 'there is no endpoint without access checks'),
};

/** For help. */
export const refusedNote = `Known, and refused with the reason: ${Object.keys(refusedFlags)
  .map((name) => `--${name}`)
  .join(', ')}.`;
