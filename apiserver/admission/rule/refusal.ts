// How admission says no: 403 with the plug-in's reason (NODEAUTHZ-031U).

import { forbidden } from '../../../shared/object/errors.ts';
import type { StatusCause, StatusError } from '../../../shared/object/status-error.ts';
import type { AdmissionAttributes } from '../contract/admission.ts';

/** `<resource> "name" is forbidden: <reason>`; a name that is still to be generated shows its prefix. */
export function refusal(attributes: AdmissionAttributes, reason: string, causes?: readonly StatusCause[]): StatusError {
  const { group, resource } = attributes;
  const name =
    attributes.name || attributes.object?.metadata.name || attributes.object?.metadata.generateName || 'Unknown';
  return forbidden({ group, resource }, name, reason, causes);
}
