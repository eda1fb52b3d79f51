// The paths to the scale in an object: the same for all built-in workloads; for extension kinds those of their
// definition.

import type { ApiObject } from '../../../shared/object/api-object.ts';
import type { Resource, ScaleFields } from '../contract/resource.ts';
import { assignKey, ownValue } from '../../../shared/schema/assign-key.ts';
import type { LabelSelectorObject } from '../../../shared/object/label-selector.ts';
import { internalError } from '../../../shared/object/errors.ts';
import { selectorText } from './selector-text.ts';

type Fields = Readonly<Record<string, unknown>>;

const builtIn: ScaleFields = {
  replicas: ['spec', 'replicas'],
  current: ['status', 'replicas'],
  selector: ['spec', 'selector'],
};

/** What an object says of its scale. */
export interface ScaleValues {
  /** Undefined: nothing. */
  readonly replicas: number | undefined;
  readonly current: number;
  /** '' for none. */
  readonly selector: string;
}

export function scaleFieldsOf(resource: Pick<Resource, 'subresources'>): ScaleFields {
  return resource.subresources.get('scale')?.scale ?? builtIn;
}

/** Throws 500 for an object of an extension kind that says nothing of its replicas: it has no scale to show. */
export function requireScale(resource: Pick<Resource, 'subresources'>, object: ApiObject): void {
  const own = resource.subresources.get('scale')?.scale;
  if (own === undefined || typeof valueAt(object, own.replicas) === 'number') return;
  throw internalError(new Error(`the spec replicas field ".${own.replicas.join('.')}" does not exist`));
}

export function scaleValuesOf(resource: Pick<Resource, 'subresources'>, object: ApiObject): ScaleValues {
  const { replicas, current, selector } = scaleFieldsOf(resource);
  const wanted = valueAt(object, replicas);
  const now = valueAt(object, current);
  const chosen = selector === undefined ? undefined : valueAt(object, selector);
  return {
    replicas: typeof wanted === 'number' ? wanted : undefined,
    current: typeof now === 'number' ? now : 0,
    selector: typeof chosen === 'string' ? chosen : selectorText(chosen as LabelSelectorObject | undefined),
  };
}

export function valueAt(object: Fields, path: readonly string[]): unknown {
  let value: unknown = object;
  for (const name of path) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = ownValue(value as Fields, name);
  }
  return value;
}

/** The object with another value at the path; undefined: with none. What lies on the way is copied, the rest is shared. */
export function withValueAt(object: Fields, path: readonly string[], value: unknown): Record<string, unknown> {
  const [name, ...rest] = path;
  const copy: Record<string, unknown> = { ...object };
  if (name === undefined) return copy;
  if (rest.length > 0) {
    const inner = ownValue(object, name);
    assignKey(
      copy,
      name,
      withValueAt(typeof inner === 'object' && inner !== null ? (inner as Fields) : {}, rest, value),
    );
  } else if (value === undefined) {
    delete copy[name];
  } else {
    assignKey(copy, name, value);
  }
  return copy;
}
