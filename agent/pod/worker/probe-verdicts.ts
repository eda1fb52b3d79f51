// The verdicts of probes as a status reads them: a container without a probe counts as ready and started while it runs.

import type { ProbeKeeper } from '../probe/probe-keeper.ts';
import type { ProbeVerdicts } from '../status/pod-status.ts';

export function probeVerdicts(probes: ProbeKeeper): ProbeVerdicts {
  return {
    readiness: ({ readinessProbe }, id) => (readinessProbe === undefined ? true : probes.verdict('readiness', id)),
    startup: ({ startupProbe }, id) => (startupProbe === undefined ? true : probes.verdict('startup', id)),
  };
}
