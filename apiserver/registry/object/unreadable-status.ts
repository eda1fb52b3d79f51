// The Status that clients get for objects that cannot be read: one, some of a list, or a whole collection whose cache lacks
// some (DEL-026, DEL-029). The texts are those of the reference server.

import type { GroupResource } from '../../../shared/object/group-version.ts';
import { qualifiedResource } from '../../../shared/object/group-version.ts';
import { failure, internalError, tooManyRequests } from '../../../shared/object/errors.ts';
import type { StatusCause, StatusError } from '../../../shared/object/status-error.ts';
import type { CacheFault } from '../../storage/contract/resource-cache.ts';
import type { Entry, UnreadableValueError } from '../../storage/contract/store.ts';
import type { RegistryFeatures } from '../contract/features.ts';
import type { Resource } from '../contract/resource.ts';

type Features = Pick<RegistryFeatures, 'unsafeDeletion'>;

/** Objects that a list names. */
const mostNamed = 100;

/** 500 for one object. */
export function unreadableObject({ unsafeDeletion }: Features, error: UnreadableValueError): StatusError {
  return internalError(new Error(unsafeDeletion ? corruptText(error) : error.message, { cause: error }));
}

/** 429 for lists and watches of a collection while its cache lacks objects: they may be readable again later. */
export function incompleteCache(features: Features, resource: Resource, { error, age }: CacheFault): StatusError {
  const why = features.unsafeDeletion
    ? readFailure(resource)
    : `unable to transform key "${error.key}": ${error.message}`;
  const text = `storage is (re)initializing: failed to list *${packageOf(resource.group)}.${resource.kind}: ${why}`;
  return tooManyRequests(text, Math.floor(Math.min(30, Math.max(1, Math.exp((0.06 * age) / 1000)))));
}

/** What a list from the store has met that it cannot show. */
export class UnreadableItems {
  readonly #features: Features;
  readonly #resource: Resource;
  readonly #causes: StatusCause[] = [];

  constructor(features: Features, resource: Resource) {
    this.#features = features;
    this.#resource = resource;
  }

  /** True: the entry cannot be shown. Throws 500 where one ends the list. */
  holds({ fault, key }: Entry): boolean {
    if (fault === undefined) return false;
    if (!this.#features.unsafeDeletion)
      throw internalError(new Error(`unable to transform key "${key}": ${fault.message}`));
    if (this.#causes.length === mostNamed) {
      this.#causes.push({ reason: 'FieldValueTooMany', message: 'too many errors, the list is truncated' });
      this.check();
    }
    this.#causes.push({ reason: 'UnexpectedServerResponse', message: corruptText(fault), field: key });
    return true;
  }

  /** Throws 500 with a cause for each that was met. */
  check(): void {
    if (this.#causes.length === 0) return;
    const { group, name } = this.#resource;
    throw failure('StorageReadError', readFailure(this.#resource), {
      name: 'list',
      ...(group === '' ? {} : { group }),
      kind: name,
      causes: this.#causes,
    });
  }
}

const kinds: Readonly<Record<UnreadableValueError['kind'], string>> = {
  untransformable: 'data from the storage is not transformable',
  undecodable: 'object not decodable',
};

function corruptText({ key, kind, message }: UnreadableValueError): string {
  return `StorageError: corrupt object, Code: 7, Key: ${key}, ResourceVersion: 0, AdditionalErrorMsg: ${kinds[kind]} revision=0: ${message}`;
}

function readFailure({ group, name }: Resource): string {
  const resource: GroupResource = { group, resource: name };
  return `failed to read one or more ${qualifiedResource(resource)} from the storage`;
}

function packageOf(group: string): string {
  return group === '' ? 'core' : group.replace(/\..*$/, '');
}
