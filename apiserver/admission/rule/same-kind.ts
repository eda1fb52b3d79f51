// What hooks make of an object stays an object of its kind.

import type { ApiObject } from '../../../shared/object/api-object.ts';

/** In place: fields of the type that the hook has removed come back. Throws Error where they name another type. */
export function keepKind(made: ApiObject, before: Pick<ApiObject, 'apiVersion' | 'kind'>): ApiObject {
  const { apiVersion, kind } = made as Partial<ApiObject>;
  if ((apiVersion ?? '') === '') made.apiVersion = before.apiVersion;
  if ((kind ?? '') === '') made.kind = before.kind;
  if (made.apiVersion === before.apiVersion && made.kind === before.kind) return made;
  throw new Error(
    `converting (${made.apiVersion}, Kind=${made.kind}) to (${before.apiVersion}, Kind=${before.kind}): unknown conversion`,
  );
}
