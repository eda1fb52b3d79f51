// Validation of the specification of pods and of every pod template: the parts are in separate files, the remaining
// single fields are here.

import type { FieldError } from '../../../../../shared/object/field-error.ts';
import type { Vendor } from '../../../../../shared/vendor/vendor.ts';
import type { PodSpec, PodTemplate } from './spec/pod-spec.ts';
import type { ResourceNames } from '../../rule/resource-names.ts';
import {
  duplicateValue,
  forbiddenField,
  invalidValue,
  notSupported,
  required,
} from '../../../../../shared/object/field-error-message.ts';
import { checkDns1123Label, checkDns1123Subdomain } from '../../../../../shared/object/names.ts';
import { labelErrors } from '../../../object/metadata-validation.ts';
import { profileAnnotationErrors } from './annotation/app-armor.ts';
import { podResourceErrors } from './pod-resource-validation.ts';
import { containersErrors, imageErrors } from './container-validation.ts';
import { networkErrors } from './pod-network-validation.ts';
import { placementErrors } from './pod-placement-validation.ts';
import { podSecurityErrors } from './pod-security-validation.ts';
import { resourceNames } from '../../rule/resource-names.ts';
import { flexOptionRule } from '../volume/flex-options.ts';
import { volumesByName } from './volume-validation.ts';
import { systemFieldErrors } from './system-fields.ts';
import { addAll } from '../../../../../shared/object/add-all.ts';

/** The rules for pods; resources are counted under names of the vendor's. */
export interface PodRules {
  /** Of a pod itself. */
  pod(spec: PodSpec | undefined, path: string): readonly FieldError[];
  /**
   * Of a template: its labels and its specification. `restartPolicies`: those that its kind allows, the default first.
   * `owner`: the kind, if its pods cannot have a deadline; undefined: they can.
   */
  template(
    template: PodTemplate | undefined,
    path: string,
    restartPolicies: readonly string[],
    owner?: string,
  ): readonly FieldError[];
}

/** What pods themselves may be told; a kind that makes pods may allow fewer. */
const anyPolicy = ['Always', 'OnFailure', 'Never'];

export function podRules(vendor: Vendor): PodRules {
  const resources = resourceNames(vendor);
  const flexOptions = flexOptionRule(vendor);
  const optionErrors = ({ volumes = [] }: PodSpec, path: string): readonly FieldError[] =>
    volumes.flatMap(({ flexVolume }, index) => flexOptions(flexVolume, `${path}.volumes[${index}].flexVolume`));
  return {
    pod: (spec, path) =>
      spec === undefined
        ? [required(`${path}.containers`)]
        : [
            ...specErrors(spec, path, resources, true),
            ...optionErrors(spec, path),
            ...imageErrors(spec, path),
            ...tokenErrors(spec, path),
          ],
    template(template, path, restartPolicies, owner) {
      const spec = template?.spec;
      const errors = [...labelErrors(template?.metadata?.labels, `${path}.labels`)];
      if (spec === undefined) return [...errors, required(`${path}.spec.containers`)];
      const places = { annotations: `${path}.annotations`, spec: `${path}.spec` };
      addAll(errors, profileAnnotationErrors(spec, template?.metadata?.annotations, vendor, places));
      for (const fault of specErrors(spec, `${path}.spec`, resources, false)) errors.push(fault);
      addAll(errors, optionErrors(spec, `${path}.spec`));
      const policy = spec.restartPolicy;
      if (policy !== undefined && !anyPolicy.includes(policy) && restartPolicies.length < anyPolicy.length)
        errors.push(notSupported(`${path}.spec.restartPolicy`, policy, anyPolicy));
      if (policy !== undefined && !restartPolicies.includes(policy))
        errors.push(notSupported(`${path}.spec.restartPolicy`, policy, restartPolicies));
      if ((spec.ephemeralContainers?.length ?? 0) > 0) {
        const detail = 'ephemeral containers not allowed in pod template';
        errors.push({ type: 'FieldValueForbidden', field: `${path}.spec.ephemeralContainers`, detail });
      }
      if (owner !== undefined && spec.activeDeadlineSeconds !== undefined) {
        const detail = `activeDeadlineSeconds in ${owner} is not Supported`;
        errors.push({ type: 'FieldValueForbidden', field: `${path}.spec.activeDeadlineSeconds`, detail });
      }
      return errors;
    },
  };
}

function specErrors(spec: PodSpec, path: string, resources: ResourceNames, pod: boolean): readonly FieldError[] {
  const errors: FieldError[] = [];
  const volumes = volumesByName(spec.volumes ?? [], `${path}.volumes`, errors, pod);
  if (spec.resourceClaims !== undefined) addAll(errors, claimErrors(spec.resourceClaims, `${path}.resourceClaims`));
  addAll(errors, containersErrors(spec, path, volumes, resources));
  const claimNames = (spec.resourceClaims ?? []).map(({ name = '' }) => name);
  addAll(errors, overheadErrors(spec, path, resources));
  if (spec.resources !== undefined) addAll(errors, podResourceErrors(spec, `${path}.resources`, resources, claimNames));
  addAll(errors, podSecurityErrors(spec, path));
  addAll(errors, placementErrors(spec, path));
  addAll(errors, networkErrors(spec, path, pod));
  for (const field of ['serviceAccountName', 'nodeName'] as const) {
    const name = spec[field] ?? '';
    if (name === '') continue;
    for (const fault of checkDns1123Subdomain(name)) errors.push(invalidValue(`${path}.${field}`, name, fault));
  }
  const deadline = spec.activeDeadlineSeconds;
  if (deadline !== undefined && (deadline < 1 || deadline > 2 ** 31 - 1)) {
    errors.push(invalidValue(`${path}.activeDeadlineSeconds`, deadline, 'must be between 1 and 2147483647, inclusive'));
  }
  if (spec.os !== undefined) addAll(errors, systemErrors(spec.os.name ?? '', `${path}.os`));
  addAll(errors, systemFieldErrors(spec, path));
  return errors;
}

type Projected = { readonly sources?: readonly { readonly serviceAccountToken?: unknown }[] | null } | undefined;

/** Tokens are of an account: a pod without one cannot mount any. Pods of templates get theirs when they are created. */
function tokenErrors({ serviceAccountName = '', volumes = [] }: PodSpec, path: string): readonly FieldError[] {
  if (serviceAccountName !== '') return [];
  const detail = 'must not be specified when serviceAccountName is not set';
  return volumes.flatMap(({ projected }, at) =>
    ((projected as Projected)?.sources ?? []).flatMap(({ serviceAccountToken }, index) => {
      const place = `${path}.volumes[${at}].projected.sources[${index}].serviceAccountToken`;
      return serviceAccountToken === undefined ? [] : [forbiddenField(place, detail)];
    }),
  );
}

/** What running the pod costs on top of its containers. */
function overheadErrors({ overhead = {} }: PodSpec, path: string, names: ResourceNames): readonly FieldError[] {
  return Object.entries(overhead).flatMap(([name, text]) => {
    const place = `${path}.overhead.limits[${name}]`;
    return [...names.ofContainer(name, place), ...names.amount(name, text, place)];
  });
}

function claimErrors(claims: NonNullable<PodSpec['resourceClaims']>, path: string): readonly FieldError[] {
  const errors: FieldError[] = [];
  const names = new Set<string>();
  for (const [
    index,
    { name = '', resourceClaimName: claim, resourceClaimTemplateName: template },
  ] of claims.entries()) {
    const place = `${path}[${index}]`;
    if (name === '') errors.push(required(`${place}.name`));
    else if (names.has(name)) errors.push(duplicateValue(`${place}.name`, name));
    else
      addAll(
        errors,
        checkDns1123Label(name).map((fault) => invalidValue(`${place}.name`, name, fault)),
      );
    names.add(name);
    const shown = {
      Name: name,
      ResourceClaimName: claim ?? null,
      ResourceClaimTemplateName: template ?? null,
    };
    if (claim !== undefined && template !== undefined) {
      const detail = 'at most one of `resourceClaimName` or `resourceClaimTemplateName` may be specified';
      errors.push(invalidValue(place, shown, detail));
    }
    if (claim === undefined && template === undefined)
      errors.push(invalidValue(place, shown, 'must specify one of: `resourceClaimName`, `resourceClaimTemplateName`'));
    for (const [field, text] of Object.entries({ resourceClaimName: claim, resourceClaimTemplateName: template })) {
      if (text === undefined) continue;
      addAll(
        errors,
        checkDns1123Subdomain(text).map((fault) => invalidValue(`${place}.${field}`, text, fault)),
      );
    }
  }
  return errors;
}

function systemErrors(name: string, path: string): readonly FieldError[] {
  if (name === '') return [required(`${path}.name`)];
  return name === 'linux' || name === 'windows' ? [] : [notSupported(path, name, ['linux', 'windows'])];
}
