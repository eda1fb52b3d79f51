// Ends what runs of pods that the server does not know: they were deleted while no agent ran, or made by hand under the labels of pods.

import type { PodHost } from '../container/pod-host.ts';
import { readPod } from '../seen/pod-reader.ts';

/** Seconds that a container has to end. */
const grace = 30;

export class Orphans {
  readonly #host: PodHost;
  /** By uid: what is being ended. */
  readonly #underWay = new Map<string, Promise<void>>();

  constructor(host: PodHost) {
    this.#host = host;
  }

  /** Returns at once. A pod that is being ended already: nothing. What fails is logged; the caller asks again while something runs. */
  end(uid: string, signal: AbortSignal): void {
    if (signal.aborted || this.#underWay.has(uid)) return;
    const { log } = this.#host;
    const ending = this.#end(uid, signal)
      .catch((error: unknown) => {
        if (!signal.aborted) log.warn('an unknown pod could not be ended; trying again', { uid, error: String(error) });
      })
      .then(() => {
        this.#underWay.delete(uid);
      });
    this.#underWay.set(uid, ending);
  }

  /** Resolves when nothing is under way any more. */
  async ended(): Promise<void> {
    await Promise.all(this.#underWay.values());
  }

  async #end(uid: string, signal: AbortSignal): Promise<void> {
    const { log, podRuntime } = this.#host;
    const seen = await readPod(this.#host, uid, signal);
    log.info('what runs of a pod that the server does not know ends', { uid });
    await Promise.all(
      seen.containers
        .filter(({ state }) => state === 'running')
        .map(({ id }) => podRuntime.stopContainer(id, grace, signal)),
    );
    for (const { id } of seen.sandboxes) {
      await podRuntime.stopSandbox(id, signal);
      await podRuntime.removeSandbox(id, signal);
    }
  }
}
