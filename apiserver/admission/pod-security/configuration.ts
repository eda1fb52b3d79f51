// Defaults and exemptions of pod security: kind PodSecurityConfiguration.

import type { FieldError } from '../../../shared/object/field-error.ts';
import { duplicateValue, fieldErrorMessage, invalidValue } from '../../../shared/object/field-error-message.ts';
import { checkDns1123Label, checkDns1123Subdomain } from '../../../shared/object/names.ts';
import {
  AdmissionConfigurationError,
  type ConfigurationTypes,
  decodeConfiguration,
} from '../configuration/admission-configuration.ts';
import { levelFault, type LevelVersion, parseLevel, parseVersion, versionFault } from './level.ts';
import type { Mode, PodSecurityPolicy } from './policy.ts';

export interface PodSecurityConfiguration {
  readonly defaults: PodSecurityPolicy;
  readonly exemptUsers: ReadonlySet<string>;
  readonly exemptNamespaces: ReadonlySet<string>;
  readonly exemptRuntimeClasses: ReadonlySet<string>;
}

interface Written {
  readonly defaults?: Readonly<Record<string, string>> | null;
  readonly exemptions?: {
    readonly usernames?: readonly string[] | null;
    readonly namespaces?: readonly string[] | null;
    readonly runtimeClasses?: readonly string[] | null;
  } | null;
}

/** Undefined: what is on without a configuration. Throws AdmissionConfigurationError, which names every fault by its field. */
export function podSecurityConfiguration(
  written: object | undefined,
  types: ConfigurationTypes,
): PodSecurityConfiguration {
  const kind = { group: 'pod-security.admission.config.{api}', kind: 'PodSecurityConfiguration' };
  const decoded: Written = written === undefined ? {} : decodeConfiguration(written, kind, types);
  const faults: FieldError[] = [];
  const given = decoded.defaults ?? {};
  const [enforce, warn, audit] = (['enforce', 'warn', 'audit'] as const).map((mode) => modeOf(given, mode, faults));
  const { usernames, namespaces, runtimeClasses } = decoded.exemptions ?? {};
  const exempt = (
    names: readonly string[] | null | undefined,
    field: string,
    check: (name: string) => readonly string[],
  ): ReadonlySet<string> => uniqueNames(names ?? [], `exemptions.${field}`, check, faults);
  const configuration = {
    exemptNamespaces: exempt(namespaces, 'namespaces', checkDns1123Label),
    exemptRuntimeClasses: exempt(runtimeClasses, 'runtimeClasses', checkDns1123Subdomain),
    exemptUsers: exempt(usernames, 'usernames', (name) => (name === '' ? ['username must not be empty'] : [])),
  };
  if (faults.length > 0 || enforce === undefined || warn === undefined || audit === undefined) {
    throw new AdmissionConfigurationError(
      faults.map((fault) => `${fault.field}: ${fieldErrorMessage(fault)}`).join(', '),
    );
  }
  return { defaults: { enforce, warn, audit }, ...configuration };
}

function modeOf(given: Readonly<Record<string, string>>, mode: Mode, faults: FieldError[]): LevelVersion | undefined {
  const textOf = (name: string, otherwise: string): string => given[name] || otherwise;
  const levelText = textOf(mode, 'privileged');
  const versionText = textOf(`${mode}-version`, 'latest');
  const [level, version] = [parseLevel(levelText), parseVersion(versionText)];
  if (level === undefined) faults.push(invalidValue(`defaults.${mode}`, levelText, levelFault));
  if (version === undefined) faults.push(invalidValue(`defaults.${mode}-version`, versionText, versionFault));
  return level === undefined || version === undefined ? undefined : { level, version };
}

function uniqueNames(
  names: readonly string[],
  field: string,
  check: (name: string) => readonly string[],
  faults: FieldError[],
): ReadonlySet<string> {
  const known = new Set<string>();
  for (const [index, name] of names.entries()) {
    const wrong = check(name);
    if (wrong.length > 0) faults.push(invalidValue(`${field}[${index}]`, name, wrong.join(', ')));
    else if (known.has(name)) faults.push(duplicateValue(`${field}[${index}]`, name));
    known.add(name);
  }
  return known;
}
