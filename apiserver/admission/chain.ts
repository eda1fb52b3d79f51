// The admission plug-ins as one: the mutating phase in order, later the validating one in the same order; the first
// refusal ends the request (ADM-006, ADM-009 to ADM-011, ADM-022).

import type { Admission, AdmissionAttributes, AdmissionPlugin } from './admission.ts';

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
    async mutate(attributes, request) {
      for (const plugin of select(attributes)) await plugin.mutate?.(attributes, request);
    },
    async validate(attributes, request) {
      for (const plugin of select(attributes)) await plugin.validate?.(attributes, request);
    },
  };
}
