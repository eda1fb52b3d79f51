// What the worker of a pod is given: the host, and what the other pods of the node and the server have to do with it.

import type { PodHost } from '../container/pod-host.ts';
import type { Pod, PodStatus } from '../object/pod.ts';
import type { Refusal } from '../plan/admission.ts';
import type { ProbeKeeper } from '../probe/probe-keeper.ts';
import type { ResizeRefusal } from '../resize/resize-verdict.ts';

export interface PodWorkerParts {
  readonly host: PodHost;
  readonly probes: ProbeKeeper;
  /** Why the pod may not begin here; `waits`: others end for it first; undefined: it may. */
  readonly admit: (pod: Pod) => Refusal | 'waits' | undefined;
  /** Why it cannot have the resources that it asks for while it runs; undefined: it can. */
  readonly resizeRefusal: (pod: Pod) => ResizeRefusal | undefined;
  /** `remove`: nothing of the pod is left, and the server may let it go. */
  readonly report: (pod: Pod, status: PodStatus, remove: boolean) => void;
  /** Why pods with a network of their own cannot begin; undefined: they can. */
  readonly networkFault: () => string | undefined;
}
