// Warnings to those who write pods and templates of pods: names that are outdated, parts that do nothing, and definitions that
// contradict or hide each other.

import type { ApiObject, ObjectMeta } from '../../../../../../shared/object/api-object.ts';
import type { Vendor } from '../../../../../../shared/vendor/vendor.ts';
import type { Affinity, AffinityTerm } from '../spec/pod-spec-parts.ts';
import { addAll } from '../../../../../../shared/object/add-all.ts';
import { addressWarnings } from '../../../rule/address-warnings.ts';
import { fractionalBytes } from '../../../rule/fractional-bytes.ts';
import { type NodeLabelWarnings, nodeLabelWarnings } from '../../../rule/node-label-warnings.ts';
import { annotationWarnings, hasAnnotation } from '../../../rule/outdated-annotations.ts';
import { eachContainer, type PodSpec, type PodTemplate } from '../spec/pod-spec.ts';
import { annotatedProfileWarning } from '../annotation/app-armor.ts';
import { hiddenVariables, portWarnings } from './container-warnings.ts';
import { volumeWarnings } from './volume-warnings.ts';

/** The warnings about a template at `path`, such as `spec.template`, or about a pod, at the empty path. */
export type TemplateWarnings = (template: PodTemplate | undefined, path: string) => readonly string[];

const bytes = ['memory', 'ephemeral-storage'];
const noLabels = 'a null labelSelector results in matching no pod';

/** Annotations that do nothing any more, and what does. */
const outdatedAnnotations = {
  'scheduler.alpha.{label}/critical-pod': 'non-functional in v1.16+; use the "priorityClassName" field instead',
  'security.alpha.{label}/sysctls': 'non-functional in v1.11+; use the "sysctls" field instead',
  'security.alpha.{label}/unsafe-sysctls': 'non-functional in v1.11+; use the "sysctls" field instead',
};

export function templateWarnings(vendor: Vendor): TemplateWarnings {
  const labels = nodeLabelWarnings(vendor);
  const addresses = addressWarnings(vendor);
  const ofAnnotations = annotationWarnings(vendor, outdatedAnnotations);
  const [ofPod, ofContainer] = ['seccomp.security.alpha.{label}/pod', 'container.seccomp.security.alpha.{label}/'];
  const profiles = { pod: vendor.fill(ofPod), container: vendor.fill(ofContainer) };
  return (template, path) => {
    const { spec, metadata } = template ?? {};
    if (spec === undefined) return [];
    const parent = path === '' ? '' : `${path}.`;
    const place = `${parent}spec`;
    const annotated = `${parent}metadata.annotations`;
    const warnings = [
      ...placementWarnings(spec, place, labels),
      ...ofAnnotations(metadata, annotated),
      ...volumeWarnings(spec.volumes ?? [], `${place}.volumes`),
      ...repeated(spec.hostAliases ?? [], ({ ip = '' }) => ip, `${place}.hostAliases`, 'ip'),
      ...repeated(secretsOf(spec), ({ name = '' }) => name, `${place}.imagePullSecrets`, 'name'),
      ...secretsOf(spec).flatMap(({ name = '' }, index) =>
        name === '' ? [`${place}.imagePullSecrets[${index}].name: invalid empty name ""`] : [],
      ),
      ...fractionalBytes(spec.overhead, `${place}.overhead`, bytes),
      ...profileWarning(spec, metadata, profiles.pod, annotated),
    ];
    const containers = eachContainer(spec, place);
    for (const { container, path: at } of containers) {
      addAll(warnings, profileWarning(container, metadata, profiles.container + (container.name ?? ''), annotated));
      // Those of pods are taken over into the field, with the warning.
      if (path !== '')
        addAll(
          warnings,
          annotatedProfileWarning(container, spec, { annotations: metadata?.annotations, path: annotated }, vendor),
        );
      for (const resource of bytes)
        for (const field of ['limits', 'requests'] as const)
          addAll(warnings, fractionalBytes(container.resources?.[field], `${at}.resources.${field}`, [resource]));
      addAll(warnings, hiddenVariables(container, at));
    }
    addAll(warnings, portWarnings(containers.map(({ container, path: at }) => ({ item: container, path: at }))));
    if ((spec.terminationGracePeriodSeconds ?? 0) < 0)
      warnings.push(
        `${place}.terminationGracePeriodSeconds: must be >= 0; negative values are invalid and will be treated as 1`,
      );
    addAll(warnings, neighbourWarnings(spec.affinity, `${place}.affinity`));
    for (const [index, address] of (spec.dnsConfig?.nameservers ?? []).entries())
      addAll(warnings, addresses.ofIp(address, `${place}.dnsConfig.nameservers[${index}]`));
    for (const [index, { ip = '' }] of (spec.hostAliases ?? []).entries())
      addAll(warnings, addresses.ofIp(ip, `${place}.hostAliases[${index}].ip`));
    return warnings;
  };
}

export interface TemplateHolder {
  /** Default `spec.template`. */
  readonly path?: string;
  /** The template there. */
  readonly of?: (object: ApiObject) => PodTemplate | undefined;
  /** Whether an update is one to warn about. Default: it raises the generation of the object. */
  readonly changed?: (object: ApiObject, old: ApiObject) => boolean;
}

/** The warnings of a kind that holds a template: about a new object, and about one that an update changes. */
export function warningsOfTemplates(
  vendor: Vendor,
  { path = 'spec.template', of = specTemplate, changed = isOfNewGeneration }: TemplateHolder = {},
): (object: ApiObject, old?: ApiObject) => readonly string[] {
  const ofTemplate = templateWarnings(vendor);
  return (object, old) => (old === undefined || changed(object, old) ? ofTemplate(of(object), path) : []);
}

function specTemplate(object: ApiObject): PodTemplate | undefined {
  return (object as ApiObject & { readonly spec?: { readonly template?: PodTemplate } }).spec?.template;
}

/** Whether the update changed what the object is to be. */
export function isOfNewGeneration({ metadata }: ApiObject, old: ApiObject): boolean {
  return metadata.generation !== old.metadata.generation;
}

function placementWarnings(spec: PodSpec, path: string, labels: NodeLabelWarnings): readonly string[] {
  const { nodeSelector, affinity, topologySpreadConstraints } = spec;
  const nodes = affinity?.nodeAffinity;
  const [must, should] = [
    'requiredDuringSchedulingIgnoredDuringExecution',
    'preferredDuringSchedulingIgnoredDuringExecution',
  ] as const;
  const [required, preferred] = [`${path}.affinity.nodeAffinity.${must}`, `${path}.affinity.nodeAffinity.${should}`];
  return [
    ...Object.keys(nodeSelector ?? {}).flatMap((label) => labels.of(label, `${path}.nodeSelector[${label}]: `)),
    ...(nodes?.[must]?.nodeSelectorTerms ?? []).flatMap((term, index) =>
      labels.ofTerm(term, `${required}.nodeSelectorTerms[${index}]`),
    ),
    ...(nodes?.[should] ?? []).flatMap(({ preference = {} }, index) =>
      labels.ofTerm(preference, `${preferred}[${index}].preference`, true),
    ),
    ...(topologySpreadConstraints ?? []).flatMap(({ topologyKey = '', labelSelector }, index) => {
      const place = `${path}.topologySpreadConstraints[${index}]`;
      return [
        ...labels.of(topologyKey, `${place}.topologyKey: ${topologyKey} is `),
        ...((labelSelector ?? undefined) === undefined ? [`${place}.labelSelector: ${noLabels}`] : []),
      ];
    }),
  ];
}

function neighbourWarnings(affinity: Affinity | undefined, path: string): readonly string[] {
  const without = (term: AffinityTerm | undefined, place: string): readonly string[] =>
    (term?.labelSelector ?? undefined) === undefined ? [`${place}.labelSelector: ${noLabels}`] : [];
  return (['podAffinity', 'podAntiAffinity'] as const).flatMap((kind) => {
    const {
      requiredDuringSchedulingIgnoredDuringExecution: required,
      preferredDuringSchedulingIgnoredDuringExecution: preferred,
    } = affinity?.[kind] ?? {};
    const [must, should] = ['required', 'preferred'].map(
      (degree) => `${path}.${kind}.${degree}DuringSchedulingIgnoredDuringExecution`,
    );
    return [
      ...(required ?? []).flatMap((term, index) => without(term, `${must}[${index}]`)),
      ...(preferred ?? []).flatMap(({ podAffinityTerm: term }, index) =>
        without(term, `${should}[${index}].podAffinityTerm`),
      ),
    ];
  });
}

interface Secured {
  readonly securityContext?: { readonly seccompProfile?: object | null } | null;
}

/** A profile that is named by an annotation only. */
function profileWarning(
  { securityContext }: Secured,
  metadata: ObjectMeta | undefined,
  annotation: string,
  path: string,
): readonly string[] {
  const given = (securityContext?.seccompProfile ?? undefined) !== undefined;
  if (given || !hasAnnotation(metadata, annotation)) return [];
  return [`${path}[${annotation}]: non-functional in v1.27+; use the "seccompProfile" field instead`];
}

function repeated<T>(items: readonly T[], nameOf: (item: T) => string, path: string, field: string): readonly string[] {
  const seen = new Set<string>();
  return items.flatMap((item, index) => {
    const name = nameOf(item);
    if (seen.has(name)) return [`${path}[${index}].${field}: duplicate ${field} ${JSON.stringify(name)}`];
    seen.add(name);
    return [];
  });
}

function secretsOf(spec: PodSpec): readonly { readonly name?: string }[] {
  return (spec['imagePullSecrets'] ?? []) as readonly { readonly name?: string }[];
}
