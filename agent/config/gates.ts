// The feature gates of the agent.

import type { FeatureGate } from '../../shared/process/command-line/feature-gates.ts';

export const agentGates: readonly FeatureGate[] = [
  {
    name: 'ContainerCheckpoint',
    maturity: 'beta',
    since: '1.30',
    meaning: 'the endpoint that checkpoints a container',
  },
  {
    name: 'KubeletFineGrainedAuthz',
    maturity: 'beta',
    since: '1.33',
    meaning: 'rules for single endpoints of the node instead of nodes/proxy',
  },
  {
    name: 'KubeletPSI',
    maturity: 'beta',
    since: '1.34',
    meaning: 'pressure stall information in usage, where kernel and runtime report it',
  },
  {
    name: 'PodLogsQuerySplitStreams',
    maturity: 'alpha',
    since: '1.32',
    meaning: 'logs of one stream of a container, by the parameter `stream`',
  },
];
