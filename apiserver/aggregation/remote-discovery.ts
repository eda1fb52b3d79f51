// Reads discovery documents of other servers: the resources of one version, in the form of aggregated discovery. What is not of the
// form that clients expect is left out. Pure.

interface Entry {
  readonly resource?: unknown;
  readonly responseKind?: unknown;
  readonly subresources?: readonly Entry[];
}

/** The resources of a version in an aggregated document; undefined: the version does not stand in it. */
export function discoveryOf(document: unknown, group: string, version: string): readonly object[] | undefined {
  const { items } = (document ?? {}) as { readonly items?: readonly Group[] };
  const found = (objectsOf(items) as readonly Group[]).find(({ metadata }) => (metadata?.name ?? '') === group);
  const versions = objectsOf(found?.versions) as readonly Version[];
  const own = versions.find((one) => one.version === version);
  return own === undefined ? undefined : (objectsOf(own.resources) as readonly Entry[]).filter(hasName).map(withKinds);
}

interface Group {
  readonly metadata?: { readonly name?: string };
  readonly versions?: readonly Version[];
}

interface Version {
  readonly version?: string;
  readonly resources?: readonly Entry[];
}

/** Old clients expect a kind everywhere. */
function withKinds(entry: Entry): object {
  const { subresources } = entry;
  const kind = { group: '', version: '', kind: '' };
  return {
    ...entry,
    responseKind: entry.responseKind ?? kind,
    ...(subresources === undefined
      ? {}
      : {
          subresources: (objectsOf(subresources) as readonly Entry[]).map((one) => ({
            ...one,
            responseKind: one.responseKind ?? kind,
          })),
        }),
  };
}

function hasName({ resource }: Entry): boolean {
  return typeof resource === 'string' && resource !== '';
}

interface LegacyEntry {
  readonly name?: string;
  readonly singularName?: string;
  readonly namespaced?: boolean;
  readonly group?: string;
  readonly version?: string;
  readonly kind?: string;
  readonly verbs?: readonly string[];
  readonly shortNames?: readonly string[];
  readonly categories?: readonly string[];
}

/** The same of the list of resources of one version; undefined: it is no such list. */
export function legacyDiscoveryOf(document: unknown): readonly object[] | undefined {
  const { kind, resources } = (document ?? {}) as { readonly kind?: unknown; readonly resources?: unknown };
  if (kind !== 'APIResourceList') return undefined;
  const entries = (objectsOf(resources) as readonly LegacyEntry[]).filter(
    ({ name }) => typeof name === 'string' && name !== '',
  );
  // Empty where they are those of the version itself.
  const responseKind = (entry: LegacyEntry) => ({
    group: entry.group ?? '',
    version: entry.version ?? '',
    kind: entry.kind ?? '',
  });
  const below = (name: string) =>
    entries
      .filter((entry) => entry.name?.startsWith(`${name}/`))
      .map((entry) => ({
        subresource: entry.name?.slice(name.length + 1),
        responseKind: responseKind(entry),
        verbs: entry.verbs ?? [],
      }));
  return entries
    .filter(({ name = '' }) => !name.includes('/'))
    .map((entry) => {
      const subresources = below(entry.name ?? '');
      return {
        resource: entry.name,
        responseKind: responseKind(entry),
        scope: entry.namespaced === true ? 'Namespaced' : 'Cluster',
        singularResource: entry.singularName ?? '',
        verbs: entry.verbs ?? [],
        ...(entry.shortNames === undefined ? {} : { shortNames: entry.shortNames }),
        ...(entry.categories === undefined ? {} : { categories: entry.categories }),
        ...(subresources.length === 0 ? {} : { subresources }),
      };
    });
}

function objectsOf(value: unknown): readonly object[] {
  return Array.isArray(value) ? value.filter((one): one is object => typeof one === 'object' && one !== null) : [];
}
