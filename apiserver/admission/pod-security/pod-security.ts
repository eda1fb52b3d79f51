// PodSecurity: refuses pods that violate the level which the labels of their namespace enforce. Violations of the warn and audit
// levels are reported, for workloads too. Validates the labels themselves, and checks running pods when a level is raised.

import { internalError, invalid } from '../../../shared/object/errors.ts';
import { fieldErrorMessage } from '../../../shared/object/field-error-message.ts';
import type { Lister } from '../../../shared/object/lister.ts';
import type { Vendor } from '../../../shared/vendor/vendor.ts';
import type { AdmissionAttributes, AdmissionPlugin } from '../contract/admission.ts';
import type { PodSecurityConfiguration } from './configuration.ts';
import { warningsOfExisting } from './existing-pods.ts';
import { compareLevels, equalLevels, levelText, type LevelVersion } from './level.ts';
import type { PodSecurityMetrics } from './pod-security-metrics.ts';
import {
  isEquivalent,
  isPrivileged,
  type Labels,
  PolicyLabels,
  type PodSecurityPolicy,
  type ReadPolicy,
} from './policy.ts';
import { isSignificantUpdate, podOf, type SecuredPod, templateOf, type TemplatePath } from './secured-pod.ts';
import { type Findings, PodSecurityStandard } from './standard.ts';
import { refusal } from '../rule/refusal.ts';

/** Where the resources that make pods keep their template, by group and resource. */
const templates: ReadonlyMap<string, TemplatePath> = new Map([
  ['/podtemplates', ['template']],
  ['/replicationcontrollers', ['spec', 'template']],
  ['apps/daemonsets', ['spec', 'template']],
  ['apps/deployments', ['spec', 'template']],
  ['apps/replicasets', ['spec', 'template']],
  ['apps/statefulsets', ['spec', 'template']],
  ['batch/cronjobs', ['spec', 'jobTemplate', 'spec', 'template']],
  ['batch/jobs', ['spec', 'template']],
]);

/** Sub-resources that do not change what a pod may do. */
const harmless: ReadonlySet<string> = new Set([
  'attach',
  'binding',
  'eviction',
  'exec',
  'log',
  'portforward',
  'proxy',
  'status',
]);

export interface PodSecurityParts {
  readonly vendor: Vendor;
  readonly namespaces: Lister;
  readonly pods: Lister;
  readonly configuration: PodSecurityConfiguration;
  /** Absent: nothing is recorded. */
  readonly metrics?: PodSecurityMetrics;
  /** Milliseconds of a monotonic clock. */
  readonly monotonic: () => number;
}

export function podSecurity(parts: PodSecurityParts): AdmissionPlugin {
  const security = new PodSecurity(parts);
  return {
    name: 'PodSecurity',
    handles: (operation, group, resource, subresource) => {
      if (operation !== 'CREATE' && operation !== 'UPDATE') return false;
      if (group === '' && resource === 'pods') return !harmless.has(subresource);
      if (subresource !== '') return false;
      return (group === '' && resource === 'namespaces') || templates.has(`${group}/${resource}`);
    },
    validate(attributes) {
      const { group, resource } = attributes;
      if (group !== '' || (resource !== 'pods' && resource !== 'namespaces')) security.workload(attributes);
      else if (resource === 'pods') security.pod(attributes);
      else security.namespace(attributes);
      return undefined;
    },
  };
}

class PodSecurity {
  readonly #parts: PodSecurityParts;
  readonly #labels: PolicyLabels;
  readonly #standard: PodSecurityStandard;
  readonly #note: (attributes: AdmissionAttributes, name: string, text: string) => void;

  constructor(parts: PodSecurityParts) {
    this.#parts = parts;
    this.#labels = new PolicyLabels(parts.vendor, parts.configuration.defaults);
    this.#standard = new PodSecurityStandard(parts.vendor);
    const prefix = parts.vendor.fill('pod-security.{label}/');
    this.#note = (attributes, name, text) => void attributes.addAnnotation(prefix + name, text);
  }

  /** Throws 422 for labels that name no level or version. */
  namespace(attributes: AdmissionAttributes): void {
    const { object, oldObject, kind } = attributes;
    if (object === undefined) return;
    const { labels = {}, name = '' } = object.metadata;
    const { policy, faults } = this.#labels.read(labels);
    const exempt = this.#parts.configuration.exemptNamespaces.has(name);
    if (attributes.operation === 'CREATE') {
      if (faults.length > 0) throw invalid(kind, name, faults);
      if (exempt) this.#warnOfExemption(attributes, name, policy, labels);
      return;
    }
    const before = this.#labels.read(oldObject?.metadata.labels);
    if (faults.length > 0 && messages(faults) !== messages(before.faults)) throw invalid(kind, name, faults);
    if (!isStricter(policy.enforce, before.policy.enforce)) return;
    if (exempt) {
      this.#warnOfExemption(attributes, name, policy, labels);
      return;
    }
    const { pods, configuration, monotonic } = this.#parts;
    const warnings = warningsOfExisting(this.#standard, {
      namespace: name,
      pods: pods.list(name),
      enforce: policy.enforce,
      exempt: (runtimeClass) => configuration.exemptRuntimeClasses.has(runtimeClass),
      monotonic,
    });
    for (const warning of warnings) attributes.warn(warning);
  }

  /** Throws 403 for a pod that breaks the enforced level. */
  pod(attributes: AdmissionAttributes): void {
    const { object, oldObject, namespace, operation } = attributes;
    if (object === undefined || this.#isExempt(attributes)) return;
    const found = this.#parts.namespaces.get('', namespace);
    if (found === undefined) {
      this.#parts.metrics?.failed(true, attributes);
      throw internalError(new Error(`failed to lookup namespace "${namespace}"`));
    }
    const read = this.#labels.read(found.metadata.labels);
    if (read.faults.length === 0 && isPrivileged(read.policy)) {
      this.#note(attributes, 'enforce-policy', 'privileged:latest');
      this.#parts.metrics?.evaluated('allow', read.policy.enforce, 'enforce', attributes);
      return;
    }
    const pod = podOf(object);
    const unchanged =
      operation === 'UPDATE' && oldObject !== undefined && !isSignificantUpdate(pod.spec, podOf(oldObject).spec);
    if (!unchanged) this.#judge(attributes, read, pod, true);
  }

  /** Reports only: the pods of the workload are checked when they are created. */
  workload(attributes: AdmissionAttributes): void {
    const { object, group, resource, namespace } = attributes;
    const path = templates.get(`${group}/${resource}`);
    if (object === undefined || path === undefined || this.#isExempt(attributes)) return;
    const found = this.#parts.namespaces.get('', namespace);
    if (found === undefined) {
      this.#parts.metrics?.failed(true, attributes);
      this.#note(attributes, 'error', `failed to lookup namespace "${namespace}"`);
      return;
    }
    const read = this.#labels.read(found.metadata.labels);
    const { warn, audit } = read.policy;
    if (read.faults.length === 0 && warn.level === 'privileged' && audit.level === 'privileged') return;
    const pod = templateOf(object, path);
    if (pod !== undefined) this.#judge(attributes, read, pod, false);
  }

  #judge(attributes: AdmissionAttributes, { policy, faults }: ReadPolicy, pod: SecuredPod, enforced: boolean): void {
    const { metrics, configuration } = this.#parts;
    if (configuration.exemptRuntimeClasses.has(pod.spec.runtimeClassName ?? '')) {
      this.#exempted(attributes, 'runtimeClass');
      return;
    }
    if (faults.length > 0) {
      this.#note(attributes, 'error', `Failed to parse policy: ${messages(faults)}`);
      metrics?.failed(false, attributes);
    }
    const found = this.#findingsOnce(pod);
    if (enforced) this.#note(attributes, 'enforce-policy', levelText(policy.enforce));
    const refused = enforced && !found(policy.enforce).none;
    if (enforced) metrics?.evaluated(refused ? 'deny' : 'allow', policy.enforce, 'enforce', attributes);
    const audited = found(policy.audit);
    if (!audited.none) {
      this.#note(attributes, 'audit-violations', `would violate ${violation(policy.audit, audited)}`);
      metrics?.evaluated('deny', policy.audit, 'audit', attributes);
    }
    if (refused) throw refusal(attributes, `violates ${violation(policy.enforce, found(policy.enforce))}`);
    const warned = found(policy.warn);
    if (warned.none) return;
    attributes.warn(`would violate ${violation(policy.warn, warned)}`);
    metrics?.evaluated('deny', policy.warn, 'warn', attributes);
  }

  /** The modes often have the same level. */
  #findingsOnce(pod: SecuredPod): (level: LevelVersion) => Findings {
    const known = new Map<string, Findings>();
    return (level) => {
      const key = levelText(level);
      const findings = known.get(key) ?? this.#standard.findings(level, pod);
      known.set(key, findings);
      return findings;
    };
  }

  #isExempt(attributes: AdmissionAttributes): boolean {
    const { exemptNamespaces, exemptUsers } = this.#parts.configuration;
    const why = exemptNamespaces.has(attributes.namespace)
      ? 'namespace'
      : exemptUsers.has(attributes.user.username)
        ? 'user'
        : undefined;
    if (why !== undefined) this.#exempted(attributes, why);
    return why !== undefined;
  }

  #exempted(attributes: AdmissionAttributes, why: string): void {
    this.#note(attributes, 'exempt', why);
    this.#parts.metrics?.exempted(attributes);
  }

  #warnOfExemption(attributes: AdmissionAttributes, name: string, policy: PodSecurityPolicy, labels: Labels): void {
    if (isPrivileged(policy) || isEquivalent(policy, this.#parts.configuration.defaults)) return;
    const modes = (['enforce', 'audit', 'warn'] as const).filter(
      (mode) => policy[mode].level !== 'privileged' && this.#labels.names(labels, mode),
    );
    const shown = modes.map((mode) => `${mode}=${levelText(policy[mode])}`).join(', ');
    attributes.warn(`namespace "${name}" is exempt from Pod Security, and the policy (${shown}) will be ignored`);
  }
}

function violation(level: LevelVersion, findings: Findings): string {
  return `PodSecurity "${levelText(level)}": ${findings.details}`;
}

function messages(faults: ReadPolicy['faults']): string {
  return faults.map((fault) => `${fault.field}: ${fieldErrorMessage(fault)}`).join(', ');
}

/** Whether pods that kept one level may break the other. */
function isStricter(now: LevelVersion, before: LevelVersion): boolean {
  if (equalLevels(now, before) || now.level === 'privileged') return false;
  return now.version !== before.version || compareLevels(now.level, before.level) > 0;
}
