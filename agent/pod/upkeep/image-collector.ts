// Removes images that no container uses: those above the maximum age, and, when their disk fills up, the least recently used
// ones until enough space is free. An image that is needed again is pulled again.

import type { Clock } from '../../../shared/process/time/clock.ts';
import type { Log } from '../../../shared/process/log/log.ts';
import type { Loop } from '../../../shared/process/loop/loop.ts';
import { type RoundLoop, roundLoop } from '../../../shared/process/loop/round-loop.ts';
import type { Supply } from '../../host/host-metrics.ts';
import type { PodRuntime } from '../../cri/pod-runtime.ts';
import type { Image, Runtime } from '../../cri/runtime.ts';

export interface ImageCollectorOptions {
  readonly runtime: Pick<Runtime, 'listImages' | 'listContainers' | 'sandboxImage'>;
  readonly podRuntime: Pick<PodRuntime, 'removeImage'>;
  /** The disk that holds images; undefined: it is not known. */
  readonly disk: () => Promise<Supply | undefined>;
  /** Usage of the disk in percent above which images are removed; 100: never. */
  readonly highPercent: number;
  /** Usage of the disk in percent down to which images are removed. */
  readonly lowPercent: number;
  /** Milliseconds that an image is kept after it was first seen, even when the disk is full. */
  readonly leastAge: number;
  /** Milliseconds after its last use when an image is removed in any case; 0: never. */
  readonly mostAge: number;
  readonly tell: (reason: string, message: string) => void;
  readonly clock: Clock;
  readonly log: Log;
}

/** Milliseconds. */
const period = 300_000;

interface Seen {
  /** Monotonic milliseconds. */
  readonly since: number;
  usedAt: number;
}

export class ImageCollector implements Loop {
  readonly name = 'pod-images';
  readonly #options: ImageCollectorOptions;
  readonly #rounds: RoundLoop;
  readonly #seen = new Map<string, Seen>();

  constructor(options: ImageCollectorOptions) {
    this.#options = options;
    const { clock, log } = options;
    this.#rounds = roundLoop({
      name: this.name,
      round: (signal) => this.#round(signal),
      failed: (error) => log.warn('images could not be removed', { error: String(error) }),
      period,
      clock,
    });
  }

  /** What fails is logged, and tried again in the next round. */
  run(signal: AbortSignal): Promise<void> {
    return this.#rounds.run(signal);
  }

  async #round(signal: AbortSignal): Promise<void> {
    const { clock, mostAge, highPercent, lowPercent, tell } = this.#options;
    const unused = await this.#unused(signal);
    const now = clock.monotonic();
    const isOld = ({ id }: Image): boolean => mostAge > 0 && now - (this.#seen.get(id)?.usedAt ?? now) > mostAge;
    for (const image of unused.filter(isOld)) await this.#remove(image, signal);
    const disk = await this.#options.disk();
    if (disk === undefined || disk.total <= 0) return;
    const used = 100 - Math.floor((disk.available * 100) / disk.total);
    if (used < highPercent || highPercent >= 100) return;
    const wanted = Math.floor((disk.total * (100 - lowPercent)) / 100) - disk.available;
    const freed = await this.#free(
      wanted,
      unused.filter((one) => !isOld(one)),
      signal,
    );
    if (freed >= wanted) return;
    const message = `Failed to garbage collect required amount of images. Attempted to free ${wanted} bytes, but only found ${freed} bytes eligible to free.`;
    tell('FreeDiskSpaceFailed', message);
  }

  /** Removes all unused images now, whatever their age. Rejects with RuntimeError. */
  async freeAll(signal: AbortSignal): Promise<void> {
    await this.#free(Number.POSITIVE_INFINITY, await this.#unused(signal), signal, 0);
  }

  async #free(
    wanted: number,
    images: readonly Image[],
    signal: AbortSignal,
    leastAge: number = this.#options.leastAge,
  ): Promise<number> {
    const now = this.#options.clock.monotonic();
    let freed = 0;
    for (const image of images) {
      if (freed >= wanted) break;
      if (now - (this.#seen.get(image.id)?.since ?? now) < leastAge) continue;
      if (await this.#remove(image, signal)) freed += image.sizeBytes;
    }
    return freed;
  }

  async #remove({ id, tags }: Image, signal: AbortSignal): Promise<boolean> {
    const { podRuntime, log } = this.#options;
    try {
      await podRuntime.removeImage(id, signal);
      this.#seen.delete(id);
      log.info('an image that is not used was removed', { image: tags[0] ?? id });
      return true;
    } catch (error) {
      if (signal.aborted) throw error;
      log.warn('an image could not be removed', { image: tags[0] ?? id, error: String(error) });
      return false;
    }
  }

  /** Unused images, least recently used first. Images of containers (also ended ones) and of sandboxes are in use. */
  async #unused(signal: AbortSignal): Promise<readonly Image[]> {
    const { runtime, clock } = this.#options;
    const images = await runtime.listImages(signal);
    const containers = await runtime.listContainers(undefined, signal);
    const names = new Set([
      ...containers.flatMap(({ image, imageRef }) => [image, imageRef]),
      await runtime.sandboxImage(signal),
    ]);
    const now = clock.monotonic();
    for (const id of this.#seen.keys()) if (!images.some((one) => one.id === id)) this.#seen.delete(id);
    const isUsed = ({ id, tags, digests, pinned }: Image): boolean =>
      pinned || [id, ...tags, ...digests].some((name) => names.has(name));
    for (const image of images) {
      const known = this.#seen.get(image.id) ?? { since: now, usedAt: now };
      if (isUsed(image)) known.usedAt = now;
      this.#seen.set(image.id, known);
    }
    const usedAt = ({ id }: Image): number => this.#seen.get(id)?.usedAt ?? now;
    return images.filter((one) => !isUsed(one)).toSorted((one, other) => usedAt(one) - usedAt(other));
  }
}
