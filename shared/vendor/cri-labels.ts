// Labels by which container runtimes, their tools and the agent recognise what belongs to which pod. Read by programs
// that know nothing of profiles: the same names in every profile.

export const criLabels = {
  podName: 'io.kubernetes.pod.name',
  podNamespace: 'io.kubernetes.pod.namespace',
  podUid: 'io.kubernetes.pod.uid',
  containerName: 'io.kubernetes.container.name',
} as const;
