// Processes of the host: containers of Windows that run outside of any isolation. All of a pod's containers are, or none is.

import type { FieldError } from '../../../../../shared/object/field-error.ts';
import { invalidValue } from '../../../../../shared/object/field-error-message.ts';
import { eachContainer, type PodSpec } from './spec/pod-spec.ts';

/** Containers that run as processes of the host, by their own word or by that of the pod. */
export function hostProcessesOf(spec: PodSpec): number {
  const ofPod = spec.securityContext?.windowsOptions?.hostProcess ?? false;
  return eachContainer(spec, '').filter(({ container }) => hostProcessOf(container) ?? ofPod).length;
}

export function hostProcessErrors(spec: PodSpec, path: string): readonly FieldError[] {
  const ofPod = spec.securityContext?.windowsOptions?.hostProcess;
  const containers = eachContainer(spec, path);
  const errors = containers.flatMap(({ container, path: place }) => {
    const own = hostProcessOf(container);
    if (ofPod === undefined || own === undefined || own === ofPod) return [];
    const detail = `pod hostProcess value must be identical if both are specified, was ${ofPod}`;
    return [invalidValue(`${place}.securityContext.windowsOptions.hostProcess`, own, detail)];
  });
  const count = hostProcessesOf(spec);
  if (count === 0) return errors;
  if (count !== containers.length) {
    const detail = 'If pod contains any hostProcess containers then all containers must be HostProcess containers';
    errors.push(invalidValue(path, '', detail));
  }
  if (spec.hostNetwork !== true) {
    const detail = 'hostNetwork must be true if pod contains any hostProcess containers';
    errors.push(invalidValue(`${path}.hostNetwork`, false, detail));
  }
  return errors;
}

function hostProcessOf({ securityContext }: { securityContext?: { windowsOptions?: { hostProcess?: boolean } } }) {
  return securityContext?.windowsOptions?.hostProcess;
}
