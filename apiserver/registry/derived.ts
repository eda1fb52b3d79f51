// Values that are made of the served resources: made when they are first asked for, and again after each change of the
// resources.

import type { Resource, Resources } from './contract/resource.ts';

/**
 * Answers what `make` made of the resources of now. `make` gets what it made before, to keep what did not change; what it
 * throws is thrown, and it is called again the next time.
 */
export function derived<T>(
  resources: Pick<Resources, 'version' | 'all' | 'settle'>,
  make: (all: readonly Resource[], before: T | undefined) => T,
): () => T {
  let known: { readonly version: number; readonly value: T } | undefined;
  return () => {
    resources.settle();
    const { version } = resources;
    if (known?.version !== version) known = { version, value: make(resources.all, known?.value) };
    return known.value;
  };
}

/** Those of the resources for which `isShown` holds. It depends on the resource alone. */
export function resourcesWhere(resources: Resources, isShown: (resource: Resource) => boolean): Resources {
  const shown = derived<readonly Resource[]>(resources, (all) => all.filter(isShown));
  return {
    get version() {
      return resources.version;
    },
    get all() {
      return shown();
    },
    settle: () => resources.settle(),
    find(group, version, name) {
      const resource = resources.find(group, version, name);
      return resource !== undefined && isShown(resource) ? resource : undefined;
    },
  };
}
