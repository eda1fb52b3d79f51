// What a container cannot have that is added to a pod for a look inside: it serves nothing that others rely on.

import type { FieldError } from '../../../../../../shared/object/field-error.ts';
import type { Container } from './pod-spec.ts';
import { forbiddenField } from '../../../../../../shared/object/field-error-message.ts';

const notHere = 'cannot be set for an Ephemeral Container';

/** `filled`: fields that say nothing while they are empty; the others are there or not. */
const filled = ['ports', 'resources', 'resizePolicy', 'restartPolicyRules'];
const present = ['restartPolicy', 'livenessProbe', 'readinessProbe', 'startupProbe', 'lifecycle'];

/** Faults of an ephemeral container that stands at `path`. */
export function ephemeralFieldErrors(container: Container, path: string): readonly FieldError[] {
  const fields = new Map<string, unknown>(Object.entries(container));
  const isFilled = (value: unknown): boolean =>
    typeof value === 'object' && value !== null && Object.keys(value).length > 0;
  return [
    ...filled.filter((field) => isFilled(fields.get(field))),
    ...present.filter((field) => fields.get(field) !== undefined),
    ...(container.volumeMounts ?? []).flatMap((mount, index) =>
      (['subPath', 'subPathExpr'] as const)
        .filter((field) => (mount[field] ?? '') !== '')
        .map((field) => `volumeMounts[${index}].${field}`),
    ),
  ].map((field) => forbiddenField(`${path}.${field}`, notHere));
}
