// Objects and events of a resource as another shape reads them: after a change of its selectable fields.

import type { CachedObject, CacheEvent } from '../contract/resource-cache.ts';
import type { EncodedCachedObject, ObjectShape } from './tree/cached-object.ts';
import type { ResourceForms } from './tree/object-forms.ts';

/** Each object is made once, so that events go on sharing them with the tree. */
export class Reshaped {
  readonly #shape: ObjectShape;
  readonly #forms: ResourceForms;
  readonly #known = new Map<EncodedCachedObject, EncodedCachedObject>();

  /** `forms` keeps the forms of the newest objects. */
  constructor(shape: ObjectShape, forms: ResourceForms) {
    this.#shape = shape;
    this.#forms = forms;
  }

  /** One of the newest objects. */
  newest(object: EncodedCachedObject): EncodedCachedObject {
    const reshaped = object.reshaped(this.#shape, this.#forms);
    this.#known.set(object, reshaped);
    return reshaped;
  }

  /** To be called after `newest` was, for each of these. */
  event({ revision, key, object, previous, removed }: CacheEvent): CacheEvent {
    return { revision, key, object: this.#past(object), previous: this.#past(previous), removed: this.#past(removed) };
  }

  #past(object: CachedObject | undefined): EncodedCachedObject | undefined {
    if (object === undefined) return undefined;
    const own = object as EncodedCachedObject;
    const known = this.#known.get(own) ?? own.reshaped(this.#shape);
    this.#known.set(own, known);
    return known;
  }
}
