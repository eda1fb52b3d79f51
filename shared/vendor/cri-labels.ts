// Labels by which container runtimes, their tools and the agent recognise what belongs to which pod. Read by programs
// that know nothing of profiles: the same names in every profile.

export const criLabels = {
  podName: 'io.kubernetes.pod.name',
  podNamespace: 'io.kubernetes.pod.namespace',
  podUid: 'io.kubernetes.pod.uid',
  containerName: 'io.kubernetes.container.name',
} as const;

/** Annotations of a container's specification, in which one runtime notes the pod where others use the labels above. */
export const criAnnotations = {
  sandboxName: 'io.kubernetes.cri.sandbox-name',
  sandboxNamespace: 'io.kubernetes.cri.sandbox-namespace',
} as const;

/** Annotations of a container, by which an agent knows again what it started. */
export const criNotes = {
  hash: 'io.kubernetes.container.hash',
  restartCount: 'io.kubernetes.container.restartCount',
  terminationMessagePath: 'io.kubernetes.container.terminationMessagePath',
  terminationMessagePolicy: 'io.kubernetes.container.terminationMessagePolicy',
  podDeletionGracePeriod: 'io.kubernetes.pod.deletionGracePeriod',
  podTerminationGracePeriod: 'io.kubernetes.pod.terminationGracePeriod',
  preStopHandler: 'io.kubernetes.container.preStopHandler',
  ports: 'io.kubernetes.container.ports',
} as const;
