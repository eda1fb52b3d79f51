// The admission plug-ins as one: the mutating phase in order, later the validating one in the same order; the first
// refusal ends the request (ADM-006, ADM-009 to ADM-011, ADM-022).

import type { Admission, AdmissionAttributes, AdmissionPlugin, Admitted } from './contract/admission.ts';

export function admissionChain(plugins: readonly AdmissionPlugin[]): Admission {
  // Which plug-ins look at an operation on a resource never changes, so it is asked once. Keys are served resources only.
  const selected = new Map<string, readonly AdmissionPlugin[]>();
  const select = ({ operation, group, resource, subresource }: AdmissionAttributes): readonly AdmissionPlugin[] => {
    const key = `${operation} ${group}/${resource}/${subresource}`;
    let chosen = selected.get(key);
    if (chosen === undefined) {
      chosen = plugins.filter((plugin) => plugin.handles(operation, group, resource, subresource));
      selected.set(key, chosen);
    }
    return chosen;
  };
  return {
    mutate: (attributes, request) => inOrder(select(attributes), (plugin) => plugin.mutate?.(attributes, request)),
    validate: (attributes, request) => inOrder(select(attributes), (plugin) => plugin.validate?.(attributes, request)),
  };
}

/** Waits only where a plug-in does. */
function inOrder(plugins: readonly AdmissionPlugin[], ask: (plugin: AdmissionPlugin) => Admitted, first = 0): Admitted {
  for (let at = first; at < plugins.length; at += 1) {
    const plugin = plugins[at];
    const admitted = plugin === undefined ? undefined : ask(plugin);
    if (admitted !== undefined) return admitted.then(() => inOrder(plugins, ask, at + 1));
  }
  return undefined;
}
