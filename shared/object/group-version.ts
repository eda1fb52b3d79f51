// Group, version, kind and resource as values, and the texts the wire writes them in. Imports nothing else of ours.

export interface GroupVersion {
  /** '' for the core group. */
  readonly group: string;
  readonly version: string;
}

export interface GroupResource {
  readonly group: string;
  readonly resource: string;
}

export interface GroupKind {
  readonly group: string;
  readonly kind: string;
}

/** `v1` or `apps/v1`, as `apiVersion` writes it. */
export function apiVersionOf(group: string, version: string): string {
  return group === '' ? version : `${group}/${version}`;
}

/** The parts of an `apiVersion`; undefined when it has more than one slash or an empty part. */
export function parseGroupVersion(apiVersion: string): GroupVersion | undefined {
  const slash = apiVersion.indexOf('/');
  if (slash === -1) return apiVersion === '' ? undefined : { group: '', version: apiVersion };
  const group = apiVersion.slice(0, slash);
  const version = apiVersion.slice(slash + 1);
  return group === '' || version === '' || version.includes('/') ? undefined : { group, version };
}

/** `pods` or `deployments.apps`, as messages name a resource. */
export function qualifiedResource({ group, resource }: GroupResource): string {
  return group === '' ? resource : `${resource}.${group}`;
}

/** `Pod` or `Deployment.apps`, as messages name a kind. */
export function qualifiedKind({ group, kind }: GroupKind): string {
  return group === '' ? kind : `${kind}.${group}`;
}
