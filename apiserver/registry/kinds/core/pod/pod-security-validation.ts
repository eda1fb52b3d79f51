// As whom a pod and its containers run, and what they may do: profiles, kernel settings, and combinations that contradict
// themselves. Numbers of users and groups are bounded by the schema.

import type { FieldError } from '../../../../../shared/object/field-error.ts';
import { eachContainer, type PodSpec } from './spec/pod-spec.ts';
import { hostProcessErrors } from './host-processes.ts';
import type { ContainerSecurity, PodSecurity, Profile, Security, WindowsOptions } from './spec/pod-spec-parts.ts';
import {
  duplicateValue,
  forbiddenField,
  invalidValue,
  notSupported,
  required,
} from '../../../../../shared/object/field-error-message.ts';
import { checkDns1123Subdomain } from '../../../../../shared/object/names.ts';
import { descendingPathErrors } from '../volume/local-paths.ts';
import { addAll } from '../../../../../shared/object/add-all.ts';
import { dottedParameter, parameterNamespace } from '../../../../../shared/object/node/kernel-parameter.ts';

export function podSecurityErrors(spec: PodSpec, path: string): readonly FieldError[] {
  const place = `${path}.securityContext`;
  const errors: FieldError[] = [];
  const { securityContext: security, shareProcessNamespace, hostUsers } = spec;
  if (shareProcessNamespace === true && spec.hostPID === true) {
    const detail = 'ShareProcessNamespace and HostPID cannot both be enabled';
    errors.push(invalidValue(`${place}.shareProcessNamespace`, true, detail));
  }
  if (hostUsers === false) {
    const shared = { hostNetwork: spec.hostNetwork, HostPID: spec.hostPID, HostIPC: spec.hostIPC };
    for (const [field, on] of Object.entries(shared))
      if (on === true) errors.push(forbiddenField(`${path}.${field}`, 'when `hostUsers` is false'));
    // Devices belong to users of the host.
    for (const { container, path: place } of eachContainer(spec, path))
      if ((container.volumeDevices?.length ?? 0) > 0)
        errors.push(forbiddenField(`${place}.volumeDevices`, 'when `hostUsers` is false'));
  }
  addAll(errors, hostProcessErrors(spec, path));
  if (security === undefined) return errors;
  const { sysctls = [], seLinuxChangePolicy: change } = security;
  addAll(errors, sysctlErrors(sysctls, `${place}.sysctls`, spec));
  addAll(errors, profileErrors(security, place));
  if (change !== undefined && change !== 'Recursive')
    errors.push(notSupported(`${place}.seLinuxChangePolicy`, change, ['Recursive']));
  return errors;
}

export function containerSecurityErrors(
  security: ContainerSecurity,
  path: string,
  hostUsers: boolean,
): readonly FieldError[] {
  const errors = [...profileErrors(security, path)];
  const { privileged, allowPrivilegeEscalation, capabilities, procMount } = security;
  if (procMount === 'Unmasked' && hostUsers)
    errors.push(invalidValue(`${path}.procMount`, procMount, '`hostUsers` must be false to use `Unmasked`'));
  if (allowPrivilegeEscalation !== false) return errors;
  const contradicts = (what: string): FieldError =>
    invalidValue(path, asReadBack(security), `cannot set \`allowPrivilegeEscalation\` to false and ${what}`);
  if (privileged === true) errors.push(contradicts('`privileged` to true'));
  if (capabilities?.add?.includes('CAP_SYS_ADMIN') === true)
    errors.push(contradicts('`capabilities.Add` CAP_SYS_ADMIN'));
  return errors;
}

const securityFields = [
  'capabilities',
  'privileged',
  'seLinuxOptions',
  'windowsOptions',
  'runAsUser',
  'runAsGroup',
  'runAsNonRoot',
  'readOnlyRootFilesystem',
  'allowPrivilegeEscalation',
  'procMount',
  'seccompProfile',
  'appArmorProfile',
];

/** Refusals of a whole context show it with all its fields, capitalized. */
function asReadBack(security: ContainerSecurity): Record<string, unknown> {
  const name = (field: string): string =>
    field === 'seLinuxOptions' ? 'SELinuxOptions' : `${field[0]?.toUpperCase()}${field.slice(1)}`;
  const { capabilities } = security;
  const shown = { ...security, ...(capabilities && { capabilities: capabilitiesAsReadBack(capabilities) }) };
  return Object.fromEntries(securityFields.map((field) => [name(field), Reflect.get(shown, field) ?? null]));
}

function capabilitiesAsReadBack({ add, drop }: NonNullable<ContainerSecurity['capabilities']>): object {
  return { Add: add ?? null, Drop: drop ?? null };
}

function profileErrors(security: Security, path: string): readonly FieldError[] {
  const { seccompProfile, appArmorProfile, windowsOptions } = security;
  const errors: FieldError[] = [];
  if (seccompProfile !== undefined) addAll(errors, seccompErrors(seccompProfile, `${path}.seccompProfile`));
  if (appArmorProfile !== undefined) addAll(errors, appArmorErrors(appArmorProfile, `${path}.appArmorProfile`));
  if (windowsOptions !== undefined) addAll(errors, windowsErrors(windowsOptions, `${path}.windowsOptions`));
  return errors;
}

const profileTypes = ['Localhost', 'RuntimeDefault', 'Unconfined'];

function seccompErrors({ type = '', localhostProfile: file }: Profile, path: string): readonly FieldError[] {
  const errors: FieldError[] = [];
  if (type === '') errors.push(required(`${path}.type`, 'type is required when seccompProfile is set'));
  else if (!profileTypes.includes(type)) errors.push(notSupported(`${path}.type`, type, profileTypes));
  const place = `${path}.localhostProfile`;
  if (type !== 'Localhost') {
    if (file === undefined) return errors;
    const shown = { Type: type, LocalhostProfile: file };
    return [...errors, invalidValue(place, shown, 'can only be set when seccomp type is Localhost')];
  }
  if (file === undefined) return [...errors, required(place, 'must be set when seccomp type is Localhost')];
  return [...errors, ...descendingPathErrors(file, place)];
}

function appArmorErrors({ type = '', localhostProfile: name }: Profile, path: string): readonly FieldError[] {
  const place = `${path}.localhostProfile`;
  if (type === '') return [required(`${path}.type`, 'type is required when appArmorProfile is set')];
  if (!profileTypes.includes(type)) return [notSupported(`${path}.type`, type, profileTypes)];
  if (type !== 'Localhost')
    return name === undefined ? [] : [invalidValue(place, name, 'can only be set when AppArmor type is Localhost')];
  if (name === undefined || name === '') return [required(place, 'must be set when AppArmor type is Localhost')];
  return name.trim() === name ? [] : [invalidValue(place, name, 'must not be padded with whitespace')];
}

function windowsErrors(options: WindowsOptions, path: string): readonly FieldError[] {
  const { gmsaCredentialSpecName: name, gmsaCredentialSpec: text, runAsUserName: user } = options;
  const errors: FieldError[] = [];
  if (name !== undefined)
    errors.push(
      ...checkDns1123Subdomain(name).map((fault) => invalidValue(`${path}.gmsaCredentialSpecName`, name, fault)),
    );
  for (const [field, value] of Object.entries({ gmsaCredentialSpec: text, runAsUserName: user }))
    if (value === '') errors.push(invalidValue(`${path}.${field}`, value, `${field} cannot be an empty string`));
  if ((user ?? '') !== '') {
    const faults = windowsUserFaults(user ?? '');
    errors.push(...faults.map((fault) => invalidValue(`${path}.runAsUserName`, user, `runAsUserName${fault}`)));
  }
  return errors;
}

const netBiosName = /^[^\\/:*?"<>|.][^\\/:*?"<>|]{0,14}$/;
const userDomain = /^[a-zA-Z0-9](?:[a-zA-Z0-9-]*[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]*[a-zA-Z0-9])?)*$/;
const longestDomain = 255;
const longestUser = 104;

/** `user` or `domain\\user`, as Windows names accounts. */
function windowsUserFaults(name: string): readonly string[] {
  if (/\p{Cc}/u.test(name)) return [' cannot contain control characters'];
  const parts = name.split('\\');
  if (parts.length > 2) return [' cannot contain more than one backslash'];
  const [user = '', domain] = parts.reverse();
  const faults: string[] = [];
  if ((domain ?? '').length > longestDomain)
    faults.push(`'s Domain length must be under ${longestDomain + 1} characters`);
  if (domain !== undefined && !netBiosName.test(domain) && !userDomain.test(domain))
    faults.push("'s Domain doesn't match the NetBios nor the DNS format");
  if (user === '') faults.push("'s User cannot be empty");
  if (user.length > longestUser) faults.push(`'s User length must not be longer than ${longestUser} characters`);
  if (/^[. ]+$/.test(user)) faults.push("'s User cannot contain only periods or spaces");
  if (/["/\\:;|=,+*?<>@[\]]/.test(user))
    faults.push(`'s User cannot contain the following characters: "/\\:;|=,+*?<>@[]`);
  return faults;
}

const part = '[a-z0-9]([-_a-z0-9]*[a-z0-9])?';
const sysctlRule = `^(${part}[\\./])*${part}$`;
const sysctlName = new RegExp(sysctlRule);
const longestSysctl = 253;

/** What is shared with the host has the settings of the host. */
function hostSysctlErrors(text: string, place: string, { hostNetwork, hostIPC }: PodSpec): readonly FieldError[] {
  const namespace = parameterNamespace(dottedParameter(text));
  const refused = (field: string) => [invalidValue(place, text, `may not be specified when '${field}' is true`)];
  if (hostNetwork === true && namespace === 'net') return refused('hostNetwork');
  return hostIPC === true && namespace === 'ipc' ? refused('hostIPC') : [];
}

function sysctlErrors(
  sysctls: NonNullable<PodSecurity['sysctls']>,
  path: string,
  spec: PodSpec,
): readonly FieldError[] {
  const errors: FieldError[] = [];
  const names = new Set<string>();
  for (const [index, { name = '' }] of sysctls.entries()) {
    const place = `${path}[${index}].name`;
    if (name === '') errors.push(required(place));
    else if (name.length > longestSysctl || !sysctlName.test(name)) {
      const detail = `must have at most ${longestSysctl} characters and match regex ${sysctlRule}`;
      errors.push(invalidValue(place, name, detail));
    } else if (names.has(name)) errors.push(duplicateValue(place, name));
    addAll(errors, hostSysctlErrors(name, place, spec));
    names.add(name);
  }
  return errors;
}
