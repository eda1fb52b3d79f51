// Validation of volume claims: access modes, size, and data source. Claims are separate objects, in
// templates of stateful sets, or in pods.

import type { ObjectMeta } from '../../../../shared/object/api-object.ts';
import type { FieldError } from '../../../../shared/object/field-error.ts';
import type { LabelSelectorObject } from '../../../../shared/object/label-selector.ts';
import { forbiddenField, invalidValue, notSupported, required } from '../../../../shared/object/field-error-message.ts';
import { parseQuantity } from '../../../../shared/object/quantity.ts';
import { dataSourceErrors, type DataSources } from './data-source-validation.ts';
import { labelSelectorErrors } from './label-selector-validation.ts';
import { templateMetadataErrors } from './template-metadata-validation.ts';
import { addAll } from '../../../../shared/object/add-all.ts';

export interface ClaimSpec extends DataSources {
  accessModes?: string[];
  resources?: { requests?: Record<string, string> };
  selector?: LabelSelectorObject;
  volumeName?: string;
  volumeMode?: string;
  volumeAttributesClassName?: string;
  storageClassName?: string;
  [field: string]: unknown;
}

export interface ClaimTemplate {
  kind?: string;
  apiVersion?: string;
  readonly metadata?: ObjectMeta;
  readonly spec?: ClaimSpec;
}

const accessModes = ['ReadOnlyMany', 'ReadWriteMany', 'ReadWriteOnce', 'ReadWriteOncePod'];

const volumeModes = ['Block', 'Filesystem'];

/** Reported once for the field, whichever of the modes it is. */
export function accessModeErrors(modes: readonly string[], path: string): readonly FieldError[] {
  const errors: FieldError[] = modes
    .filter((mode) => !accessModes.includes(mode))
    .map((mode) => notSupported(path, mode, accessModes));
  const alone = modes.includes('ReadWriteOncePod');
  if (alone && modes.some((mode) => mode !== 'ReadWriteOncePod' && accessModes.includes(mode)))
    errors.push(forbiddenField(path, 'may not use ReadWriteOncePod with other access modes'));
  return errors;
}

/** `before`: what is stored, for an update. */
export function claimErrors(spec: ClaimSpec | undefined, path: string, before?: ClaimSpec): readonly FieldError[] {
  const errors: FieldError[] = [];
  const modes = spec?.accessModes ?? [];
  if (modes.length === 0) errors.push(required(`${path}.accessModes`, 'at least 1 access mode is required'));
  addAll(errors, labelSelectorErrors(spec?.selector, `${path}.selector`));
  addAll(errors, accessModeErrors(modes, `${path}.accessModes`));
  const storage = spec?.resources?.requests?.storage;
  if (storage === undefined) errors.push(required(`${path}.resources[storage]`));
  else addAll(errors, positiveErrors(storage, `${path}.resources[storage]`));
  const { volumeMode = 'Filesystem' } = spec ?? {};
  if (!volumeModes.includes(volumeMode)) errors.push(notSupported(`${path}.volumeMode`, volumeMode, volumeModes));
  if (spec !== undefined) addAll(errors, dataSourceErrors(spec, path, before));
  return errors;
}

export function positiveErrors(text: string, path: string): readonly FieldError[] {
  return (parseQuantity(text)?.nano ?? 0n) > 0n ? [] : [invalidValue(path, text, 'must be greater than zero')];
}

/** A claim that is made for a pod: it gets its name and its owner from there. */
export function claimTemplateErrors({ metadata, spec }: ClaimTemplate, path: string): readonly FieldError[] {
  return [...templateMetadataErrors(metadata, `${path}.metadata`), ...claimErrors(spec, `${path}.spec`)];
}
