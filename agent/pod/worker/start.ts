// Starts a pod: its sandbox, and one container after another. A failed start throws StartRefused with the reason for the
// status of the container.

import { mkdir, readdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { containerConfig } from '../container/container-config.ts';
import { resolverOf } from '../container/dns.ts';
import { namesOf } from '../container/hosts-file.ts';
import { ImageRefused } from '../container/image-puller.ts';
import { cgroupParent } from '../container/pod-cgroup.ts';
import { podLogFolder, type PodHost } from '../container/pod-host.ts';
import { credentialsFor } from '../container/pull-secrets.ts';
import { sandboxConfig } from '../container/sandbox-config.ts';
import { ConfigRefused } from '../environment/environment.ts';
import type { Container, Pod } from '../object/pod.ts';
import type { Start } from '../plan/step.ts';
import { perform } from '../probe/action.ts';
import { newestRun, type SeenContainer, type SeenPod } from '../seen/seen-pod.ts';
import type { StartFailure } from '../status/container-statuses.ts';
import type { SandboxConfig } from '../../cri/pod-runtime.ts';
import type { VolumePaths } from '../volume/volumes.ts';

/** Longest name of a file. */
const longestFileName = 255;

/** A container was not started. */
export class StartRefused extends Error {
  override readonly name = 'StartRefused';
  readonly failure: StartFailure;
  constructor(failure: StartFailure, options?: ErrorOptions) {
    super(`${failure.reason}: ${failure.message}`, options);
    this.failure = failure;
  }
}

/** With `isNew` the sandbox is about to be created: an event is written when it lacks the cluster DNS. */
export async function sandboxConfigOf(
  host: PodHost,
  pod: Pod,
  { attempt, isNew }: { readonly attempt: number; readonly isNew: boolean },
  signal: AbortSignal,
): Promise<SandboxConfig> {
  const { resolver, lacksCluster } = resolverOf(pod, host.dns);
  if (lacksCluster && isNew) {
    const { metadata } = pod;
    const name = `${metadata.name}_${metadata.namespace}(${metadata.uid})`;
    const message = `pod: "${name}". kubelet does not have ClusterDNS IP configured and cannot create Pod using "ClusterFirst" policy. Falling back to "Default" policy.`;
    host.tell(pod, undefined, 'Warning', 'MissingClusterDNS', message);
  }
  const { hostname, domain } = namesOf(pod, host.dns.clusterDomain);
  return sandboxConfig(pod, {
    attempt,
    hostname: pod.spec?.setHostnameAsFQDN === true && domain !== '' ? `${hostname}.${domain}` : hostname,
    logFolder: podLogFolder(host, pod),
    cgroupParent: cgroupParent(pod, await host.cgroup(signal)),
    resolver,
  });
}

/** Resolves with its id and addresses. Rejects with RuntimeError; the event has been written then. */
export async function startSandbox(
  host: PodHost,
  pod: Pod,
  config: SandboxConfig,
  signal: AbortSignal,
): Promise<{ readonly id: string; readonly ips: readonly string[] }> {
  try {
    if (pod.spec?.runtimeClassName !== undefined) {
      throw new Error(`runtime class "${pod.spec.runtimeClassName}": runtime classes are not supported by this agent`);
    }
    await mkdir(podLogFolder(host, pod), { recursive: true, mode: 0o755 });
    const id = await host.podRuntime.runSandbox(config, '', signal);
    const { ips } = await host.podRuntime.sandboxStatus(id, signal);
    return { id, ips };
  } catch (error) {
    if (!signal.aborted) {
      host.tell(pod, undefined, 'Warning', 'FailedCreatePodSandBox', `Failed to create pod sandbox: ${textOf(error)}`);
    }
    throw error;
  }
}

export interface ContainerStart {
  readonly start: Start;
  readonly sandboxId: string;
  readonly sandbox: SandboxConfig;
  readonly podIps: readonly string[];
  readonly volumes: VolumePaths;
}

/** Rejects with StartRefused; the event has been written then. */
export async function startContainer(
  host: PodHost,
  pod: Pod,
  seen: SeenPod,
  { start, sandboxId, sandbox, podIps, volumes }: ContainerStart,
  signal: AbortSignal,
): Promise<void> {
  const { container } = start;
  const tell = (type: 'Normal' | 'Warning', reason: string, message: string): void =>
    host.tell(pod, container, type, reason, message);
  const refuse = (reason: string, error: unknown): never => {
    if (signal.aborted) throw error;
    const message = textOf(error);
    tell(
      'Warning',
      'Failed',
      `Error: ${reason === 'ErrImagePull' || reason === 'ImagePullBackOff' ? reason : message}`,
    );
    throw new StartRefused({ reason, message }, { cause: error });
  };
  const image = await host.images
    .ensure(
      {
        image: container.image ?? '',
        policy: container.imagePullPolicy ?? 'IfNotPresent',
        podUid: pod.metadata.uid ?? '',
        credentials: () =>
          credentialsFor(container.image ?? '', pod, host.read, signal, (names) => tellMissing(host, pod, names)),
        sandbox,
        tell,
      },
      signal,
    )
    .catch((error: unknown) => {
      if (signal.aborted || !(error instanceof ImageRefused)) throw error;
      tell('Warning', 'Failed', `Error: ${error.failure.reason}`);
      throw new StartRefused(error.failure, { cause: error });
    });
  const known = await withoutUnstarted(host, container, seen, signal);
  const restartCount = await nextCount(host, pod, container, known);
  const target = targetOf(start, seen);
  const facts = { pod, container, restartCount, image, podIps, volumes, target };
  const config = await containerConfig(host, facts, signal).catch((error: unknown) =>
    refuse(error instanceof ConfigRefused ? 'CreateContainerConfigError' : 'CreateContainerError', error),
  );
  await mkdir(join(podLogFolder(host, pod), container.name), { recursive: true, mode: 0o755 });
  const id = await host.podRuntime
    .createContainer(sandboxId, config, sandbox, signal)
    .catch((error: unknown) => refuse('CreateContainerError', error));
  tell('Normal', 'Created', `Created container: ${container.name}`);
  await host.podRuntime.startContainer(id, signal).catch((error: unknown) => refuse('RunContainerError', error));
  tell('Normal', 'Started', `Started container ${container.name}`);
  await linkLog(host, pod, container, id, restartCount);
  await postStart(host, pod, container, id, podIps[0] ?? '', signal);
}

function tellMissing(host: PodHost, pod: Pod, names: readonly string[]): void {
  const message = `Unable to retrieve some image pull secrets (${names.join(', ')}); attempting to pull the image may not succeed.`;
  host.tell(pod, undefined, 'Warning', 'FailedToRetrieveImagePullSecret', message);
}

/**
 * What was created and never started goes before another is made: a start that the agent gave up waiting for may still be on its way,
 * and would make it run twice. Rejects with RuntimeError while it is.
 */
async function withoutUnstarted(
  host: PodHost,
  { name }: Container,
  seen: SeenPod,
  signal: AbortSignal,
): Promise<SeenPod> {
  const isUnstarted = (run: SeenContainer): boolean => run.name === name && run.state === 'created';
  for (const { id } of seen.containers.filter(isUnstarted)) await host.podRuntime.removeContainer(id, signal);
  return { ...seen, containers: seen.containers.filter((run) => !isUnstarted(run)) };
}

/** One more than its last run; where the runtime forgot all runs, one more than the newest log. */
async function nextCount(host: PodHost, pod: Pod, { name }: Container, seen: SeenPod): Promise<number> {
  const run = newestRun(seen, name);
  if (run !== undefined) return run.restartCount + 1;
  const files = await readdir(join(podLogFolder(host, pod), name)).catch(() => []);
  const counts = files.map((file) => Number(/^(\d+)\.log/.exec(file)?.[1] ?? -1));
  return Math.max(-1, ...counts) + 1;
}

function targetOf({ container, sort }: Start, seen: SeenPod): string | undefined {
  if (sort !== 'ephemeral' || container.targetContainerName === undefined) return undefined;
  return newestRun(seen, container.targetContainerName)?.id;
}

/** Links the log where log collectors search for it. A failure does not affect the container. */
async function linkLog(host: PodHost, pod: Pod, { name }: Container, id: string, count: number): Promise<void> {
  const { metadata } = pod;
  const stem = `${metadata.name}_${metadata.namespace}_${name}`.slice(0, longestFileName - id.length - 5);
  const folder = join(host.logFolder, '..', 'containers');
  const target = join(podLogFolder(host, pod), name, `${count}.log`);
  await mkdir(folder, { recursive: true }).catch(() => undefined);
  await symlink(target, join(folder, `${stem}-${id}.log`)).catch(() => undefined);
}

async function postStart(
  host: PodHost,
  pod: Pod,
  container: Container,
  containerId: string,
  podIp: string,
  signal: AbortSignal,
): Promise<void> {
  const action = container.lifecycle?.postStart;
  if (action === undefined) return;
  try {
    if (action.sleep !== undefined) {
      await host.clock.sleep(action.sleep.seconds * 1000, signal);
      return;
    }
    const userAgent = host.vendor.fill('{short}-lifecycle/1.34');
    const facts = { runtime: host.podRuntime, container, containerId, podIp, timeout: 120_000, userAgent };
    const { ok, output } = await perform(action, facts, signal);
    if (!ok) throw new Error(output);
  } catch (error) {
    if (signal.aborted) throw error;
    host.log.warn('a postStart hook failed', {
      pod: pod.metadata.name,
      container: container.name,
      error: String(error),
    });
    host.tell(pod, container, 'Warning', 'FailedPostStartHook', 'PostStartHook failed');
    host.tell(pod, container, 'Normal', 'Killing', 'FailedPostStartHook');
    await host.podRuntime.stopContainer(containerId, pod.spec?.terminationGracePeriodSeconds ?? 30, signal);
    throw new StartRefused({ reason: 'PostStartHookError', message: textOf(error) }, { cause: error });
  }
}

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
