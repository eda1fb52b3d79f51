// The CRI configuration of a pod's sandbox.

import { criLabels } from '../../../shared/vendor/cri-labels.ts';
import { protocols } from '../../cri/pod-messages.ts';
import type { SandboxConfig } from '../../cri/pod-runtime.ts';
import type { Pod } from '../object/pod.ts';
import type { Resolver } from './dns.ts';
import { sandboxSecurity } from './security-context.ts';

export interface SandboxFacts {
  readonly attempt: number;
  readonly hostname: string;
  readonly logFolder: string;
  readonly cgroupParent: string;
  readonly resolver: Resolver;
}

export function podLabels({ metadata }: Pod): ReadonlyMap<string, string> {
  return new Map([
    ...Object.entries(metadata.labels ?? {}),
    [criLabels.podName, metadata.name ?? ''],
    [criLabels.podNamespace, metadata.namespace ?? ''],
    [criLabels.podUid, metadata.uid ?? ''],
  ]);
}

export function sandboxConfig(pod: Pod, facts: SandboxFacts): SandboxConfig {
  const { metadata, spec } = pod;
  const { name = '', namespace = '', uid = '', annotations = {} } = metadata;
  const containers = [...(spec?.initContainers ?? []), ...(spec?.containers ?? [])];
  return {
    metadata: { name, namespace, uid, attempt: facts.attempt },
    ...(spec?.hostNetwork === true ? {} : { hostname: facts.hostname }),
    logDirectory: facts.logFolder,
    dnsConfig: facts.resolver,
    portMappings: containers.flatMap(({ ports = [] }) =>
      ports
        .filter(({ hostPort = 0 }) => hostPort > 0 && spec?.hostNetwork !== true)
        .map(({ containerPort, hostPort = 0, hostIP = '', protocol = 'TCP' }) => ({
          protocol: protocols[protocol as keyof typeof protocols] ?? protocols.TCP,
          containerPort,
          hostPort,
          hostIp: hostIP,
        })),
    ),
    labels: podLabels(pod),
    annotations: new Map(Object.entries(annotations)),
    linux: {
      cgroupParent: facts.cgroupParent,
      securityContext: sandboxSecurity(pod),
      // The runtime accepts only names with dots.
      sysctls: new Map(
        (spec?.securityContext?.sysctls ?? []).map(({ name: key, value }) => [key.replaceAll('/', '.'), value]),
      ),
    },
  };
}
