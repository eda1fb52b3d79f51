// Ensures that the image of a container is present before the container starts. Images are pulled by policy, one at a time,
// with the credentials of the pod. After a failure the next attempt waits 10 seconds, doubling to 5 minutes.

import type { Clock } from '../../../shared/process/time/clock.ts';
import { type BackOff, backOffDelay } from '../../../shared/process/time/back-off.ts';
import type { ImageDetails, PodRuntime, RegistryCredentials, SandboxConfig } from '../../cri/pod-runtime.ts';
import { RuntimeError } from '../../cri/runtime.ts';
import type { StartFailure } from '../status/container-statuses.ts';

/** The image is not there. */
export class ImageRefused extends Error {
  override readonly name = 'ImageRefused';
  readonly failure: StartFailure;
  constructor(failure: StartFailure, options?: ErrorOptions) {
    super(`${failure.reason}: ${failure.message}`, options);
    this.failure = failure;
  }
}

export type TellImage = (type: 'Normal' | 'Warning', reason: string, message: string) => void;

export interface ImageRequest {
  readonly image: string;
  /** `Always`, `IfNotPresent`, `Never`. */
  readonly policy: string;
  readonly podUid: string;
  /** Credentials that may fit its registry, tried in order; none: anonymous. */
  readonly credentials: () => Promise<readonly RegistryCredentials[]>;
  readonly sandbox: SandboxConfig;
  readonly tell: TellImage;
}

const backOff: BackOff = { initial: 10_000, cap: 300_000 };
/** After this time without a failure the back-off is reset. */
const forgetAfter = 2 * backOff.cap;

interface Failed {
  count: number;
  at: number;
  until: number;
  message: string;
}

export class ImagePuller {
  readonly #runtime: PodRuntime;
  readonly #clock: Clock;
  readonly #failed = new Map<string, Failed>();
  /** The end of the running pull. Only one pull runs at a time, to limit the load of registry and disk. */
  #queue: Promise<unknown> = Promise.resolve();

  constructor(runtime: PodRuntime, clock: Clock) {
    this.#runtime = runtime;
    this.#clock = clock;
  }

  /** Rejects with ImageRefused. */
  async ensure(request: ImageRequest, signal: AbortSignal): Promise<ImageDetails> {
    const image = withTag(request.image);
    if (image === undefined) {
      const why = `couldn't parse image name "${request.image}": ${nameFault(request.image)}`;
      const message = `Failed to apply default image tag "${request.image}": ${why}`;
      request.tell('Warning', 'InspectFailed', message);
      throw new ImageRefused({ reason: 'InvalidImageName', message });
    }
    const present = await this.#inspect(image, request, signal);
    if (present !== undefined && request.policy !== 'Always') {
      request.tell('Normal', 'Pulled', `Container image "${request.image}" already present on machine`);
      return present;
    }
    if (request.policy === 'Never') {
      const message = `Container image "${request.image}" is not present with pull policy of Never`;
      request.tell('Warning', 'ErrImageNeverPull', message);
      throw new ImageRefused({ reason: 'ErrImageNeverPull', message });
    }
    return this.#pull(image, request, signal);
  }

  /** When a failed pull may be retried, in monotonic milliseconds; undefined: at once. */
  retryAt(podUid: string, image: string): number | undefined {
    return this.#failed.get(`${podUid}_${withTag(image) ?? ''}`)?.until;
  }

  /** Of a pod that is gone. */
  forget(podUid: string): void {
    for (const key of this.#failed.keys()) if (key.startsWith(`${podUid}_`)) this.#failed.delete(key);
  }

  async #inspect(image: string, request: ImageRequest, signal: AbortSignal): Promise<ImageDetails | undefined> {
    try {
      return await this.#runtime.imageStatus(image, signal);
    } catch (error) {
      if (signal.aborted) throw error;
      const message = `Failed to inspect image "${request.image}": ${textOf(error)}`;
      request.tell('Warning', 'InspectFailed', message);
      throw new ImageRefused({ reason: 'ImageInspectError', message }, { cause: error });
    }
  }

  async #pull(image: string, request: ImageRequest, signal: AbortSignal): Promise<ImageDetails> {
    const key = `${request.podUid}_${image}`;
    const failed = this.#failed.get(key);
    const asked = this.#clock.monotonic();
    if (failed !== undefined && asked < failed.until) {
      const message = `Back-off pulling image "${request.image}"`;
      request.tell('Normal', 'BackOff', message);
      throw new ImageRefused({ reason: 'ImagePullBackOff', message: `${message}: ${failed.message}` });
    }
    request.tell('Normal', 'Pulling', `Pulling image "${request.image}"`);
    const turn = this.#queue.then(() => this.#pullNow(image, request, asked, signal));
    this.#queue = turn.catch(() => undefined);
    try {
      const found = await turn;
      this.#failed.delete(key);
      return found;
    } catch (error) {
      if (signal.aborted) throw error;
      const message = textOf(error);
      request.tell('Warning', 'Failed', `Failed to pull image "${request.image}": ${message}`);
      this.#noteFailure(key, `ErrImagePull: ${message}`);
      throw new ImageRefused({ reason: 'ErrImagePull', message }, { cause: error });
    }
  }

  async #pullNow(image: string, request: ImageRequest, asked: number, signal: AbortSignal): Promise<ImageDetails> {
    signal.throwIfAborted();
    const began = this.#clock.monotonic();
    const credentials = await request.credentials();
    let fault: unknown;
    for (const one of credentials.length === 0 ? [undefined] : credentials) {
      try {
        const reference = await this.#runtime.pullImage(image, one, request.sandbox, signal);
        const found = await this.#runtime.imageStatus(reference, signal);
        if (found === undefined)
          throw new RuntimeError('failed', `image ${reference} is not there after it was pulled`);
        const now = this.#clock.monotonic();
        const [took, whole] = [now - began, now - asked].map((milliseconds) => `${(milliseconds / 1000).toFixed(3)}s`);
        const size = found.sizeBytes;
        const message = `Successfully pulled image "${request.image}" in ${took} (${whole} including waiting). Image size: ${size} bytes.`;
        request.tell('Normal', 'Pulled', message);
        return found;
      } catch (error) {
        if (signal.aborted) throw error;
        fault = error;
      }
    }
    throw fault;
  }

  #noteFailure(key: string, message: string): void {
    const now = this.#clock.monotonic();
    const before = this.#failed.get(key);
    const count = before === undefined || now - before.at > forgetAfter ? 1 : before.count + 1;
    this.#failed.set(key, { count, at: now, until: now + backOffDelay(backOff, count), message });
  }
}

/** The name with the tag that stands for none; undefined: no name of an image. */
export function withTag(image: string): string | undefined {
  const { groups } =
    /^(?<name>[\w.-]+(?::\d+)?(?:\/[a-z0-9._-]+)*)(?<tag>:[\w][\w.-]{0,127})?(?<digest>@[a-z0-9+._-]+:[0-9a-fA-F]{32,})?$/.exec(
      image,
    ) ?? {};
  if (groups === undefined) return undefined;
  const { tag, digest } = groups;
  return tag === undefined && digest === undefined ? `${image}:latest` : image;
}

function nameFault(image: string): string {
  const invalid = 'invalid reference format';
  if (image === image.toLowerCase() || withTag(image.toLowerCase()) === undefined) return invalid;
  const [first = '', ...rest] = image.replace(/[:@].*$/, '').split('/');
  const isHost = rest.length > 0 && (/[.:]/.test(first) || first !== first.toLowerCase() || first === 'localhost');
  return `${invalid}: repository name (${(isHost ? rest : [first, ...rest]).join('/')}) must be lowercase`;
}

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
