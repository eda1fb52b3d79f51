// The text of `/metrics/resource`: what node, pods and containers use of processors and memory, under the documented
// names, each sample with the time of its measurement. Pure.

import type { HostUsage } from './host-usage.ts';
import type { SwapUsage } from '../cri/usage.ts';
import { expositionText, type Family, seconds } from './exposition.ts';
import type { MeasuredPod } from './pod-usage.ts';

/** `pods` is undefined when the runtime does not respond: then only the metrics of the node are returned. */
export function resourceMetrics(host: HostUsage, pods: readonly MeasuredPod[] | undefined): string {
  const scrape: Family = {
    name: 'resource_scrape_error',
    type: 'gauge',
    help: '1 when the usage of pods is not available, 0 otherwise.',
    samples: [{ labels: {}, value: pods === undefined ? 1 : 0 }],
  };
  const families = [...containerFamilies(pods ?? []), ...nodeFamilies(host), ...podFamilies(pods ?? []), scrape];
  return expositionText(families.map((one) => ({ ...one, help: `[STABLE] ${one.help}` })));
}

function containerFamilies(pods: readonly MeasuredPod[]): readonly Family[] {
  const all = pods.flatMap((pod) =>
    pod.containers.map((container) => ({
      ...container,
      labels: { container: container.name, namespace: pod.namespace, pod: pod.name },
    })),
  );
  return [
    {
      name: 'container_cpu_usage_seconds_total',
      type: 'counter',
      help: 'Processor time of the container, in core-seconds.',
      samples: all.map(({ labels, cpu }) => ({ labels, value: seconds(cpu?.coreNanoseconds), at: cpu?.at })),
    },
    {
      name: 'container_memory_working_set_bytes',
      type: 'gauge',
      help: 'Working set of the container, in bytes.',
      samples: all.map(({ labels, memory }) => ({ labels, value: memory?.workingSetBytes, at: memory?.at })),
    },
    {
      name: 'container_start_time_seconds',
      type: 'gauge',
      help: 'Start of the container, in seconds since the epoch.',
      samples: all.map(({ labels, startedAt }) => ({ labels, value: startedAt / 1000 })),
    },
    {
      name: 'container_swap_usage_bytes',
      type: 'gauge',
      help: 'Swap that the container uses, in bytes.',
      samples: all.map(({ labels, swap }) => ({ labels, value: swap?.usageBytes, at: swap?.at })),
    },
    {
      name: 'container_swap_limit_bytes',
      type: 'gauge',
      help: 'Swap that the container may use, in bytes.',
      samples: all.map(({ labels, swap }) => ({ labels, value: swapLimit(swap), at: swap?.at })),
    },
  ];
}

function swapLimit(swap: SwapUsage | undefined): number | undefined {
  if (swap?.availableBytes === undefined || swap.usageBytes === undefined) return undefined;
  return swap.availableBytes + swap.usageBytes;
}

function nodeFamilies({ cpu, memory, swap }: HostUsage): readonly Family[] {
  return [
    {
      name: 'node_cpu_usage_seconds_total',
      type: 'counter',
      help: 'Processor time of the node, in core-seconds.',
      samples: [{ labels: {}, value: seconds(cpu.coreNanoseconds), at: cpu.at }],
    },
    {
      name: 'node_memory_working_set_bytes',
      type: 'gauge',
      help: 'Working set of the node, in bytes.',
      samples: [{ labels: {}, value: memory.workingSetBytes, at: memory.at }],
    },
    {
      name: 'node_swap_usage_bytes',
      type: 'gauge',
      help: 'Swap that the node uses, in bytes.',
      samples: [{ labels: {}, value: swap.usageBytes, at: swap.at }],
    },
  ];
}

function podFamilies(pods: readonly MeasuredPod[]): readonly Family[] {
  const all = pods.map((pod) => ({ ...pod, labels: { namespace: pod.namespace, pod: pod.name } }));
  return [
    {
      name: 'pod_cpu_usage_seconds_total',
      type: 'counter',
      help: 'Processor time of the pod, in core-seconds.',
      samples: all.map(({ labels, cpu }) => ({ labels, value: seconds(cpu?.coreNanoseconds), at: cpu?.at })),
    },
    {
      name: 'pod_memory_working_set_bytes',
      type: 'gauge',
      help: 'Working set of the pod, in bytes.',
      samples: all.map(({ labels, memory }) => ({ labels, value: memory?.workingSetBytes, at: memory?.at })),
    },
    {
      name: 'pod_swap_usage_bytes',
      type: 'gauge',
      help: 'Swap that the pod uses, in bytes.',
      samples: all.map(({ labels, swap }) => ({ labels, value: swap?.usageBytes, at: swap?.at })),
    },
  ];
}
