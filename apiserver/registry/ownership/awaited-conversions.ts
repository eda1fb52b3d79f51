// Conversions for synchronous work: field ownership compares objects in the versions of their owners. If a conversion is
// asynchronous, the work is aborted, and repeated when the converted object is there.

import type { ApiObject } from '../../../shared/object/api-object.ts';
import type { Resource } from '../contract/resource.ts';
import type { ConversionRequest } from '../contract/version-converter.ts';
import { isPending } from '../../../shared/process/async/maybe-promise.ts';
import { objectInVersion } from '../object/converted-objects.ts';

/** Not a failure: what the work lacks. */
class ConversionNeeded extends Error {
  readonly known: Promise<unknown>;

  constructor(known: Promise<unknown>) {
    super('an object has to be converted first');
    this.known = known;
  }
}

export class AwaitedConversions {
  readonly #request: ConversionRequest;
  /** The finished conversions, by the versions and the object's JSON, because each repetition creates new objects. */
  readonly #known = new Map<string, ApiObject>();

  constructor(request: ConversionRequest) {
    // Objects are compared without the fields that a manager gave up: a default would stand for them.
    this.#request = {
      get signal() {
        return request.signal;
      },
      partial: true,
    };
  }

  /** The object in the version of `to`; a copy of its own. Throws what `whenConverted` waits for. */
  convert(from: Resource, to: Resource, object: ApiObject): ApiObject {
    const known = this.#known.size === 0 ? undefined : this.#known.get(keyOf(from, to, object));
    if (known !== undefined) return structuredClone(known);
    const converting = objectInVersion(from, to, structuredClone(object), this.#request);
    if (!isPending(converting)) return converting;
    const key = keyOf(from, to, object);
    throw new ConversionNeeded(converting.then((converted) => this.#known.set(key, converted)));
  }
}

/**
 * What `work` returns. It is called again after each conversion that it has to wait for, so it changes nothing before it has all of
 * them. Rejects with the failure of a conversion.
 */
export function whenConverted<T>(
  request: ConversionRequest,
  work: (conversions: AwaitedConversions) => T,
): T | Promise<T> {
  const conversions = new AwaitedConversions(request);
  const attempt = (): T | Promise<T> => {
    try {
      return work(conversions);
    } catch (error) {
      if (!(error instanceof ConversionNeeded)) throw error;
      return error.known.then(attempt);
    }
  };
  return attempt();
}

function keyOf(from: Resource, to: Resource, object: ApiObject): string {
  return `${from.group}/${from.version} ${to.group}/${to.version} ${JSON.stringify(object)}`;
}
