// The rules about profiles that confine a container: AppArmor, SELinux, seccomp. In old versions of the standard annotations
// said them.

import type { Vendor } from '../../../shared/vendor/vendor.ts';
import type { Check, Finding, Rule } from './check.ts';
import { containersThat, plural, quoted, quotedList, settersOf, sorted } from './check.ts';
import { type CommonSecurity, containersOf, type SecuredPod, type SeLinuxOptions } from './secured-pod.ts';

const confined: ReadonlySet<string> = new Set(['RuntimeDefault', 'Localhost']);
const seLinuxTypes0: ReadonlySet<string> = new Set(['', 'container_t', 'container_init_t', 'container_kvm_t']);
const seLinuxTypes31: ReadonlySet<string> = new Set([...seLinuxTypes0, 'container_engine_t']);

export function profileChecks(vendor: Vendor): readonly Check[] {
  return [
    { name: 'appArmorProfile', level: 'baseline', editions: [{ since: 0, rule: appArmor(vendor) }] },
    {
      name: 'seLinuxOptions',
      level: 'baseline',
      editions: [
        { since: 0, rule: (pod) => seLinux(pod, seLinuxTypes0) },
        { since: 31, rule: (pod) => seLinux(pod, seLinuxTypes31) },
      ],
    },
    {
      name: 'seccompProfile_baseline',
      level: 'baseline',
      editions: [
        { since: 0, rule: seccompAnnotations(vendor) },
        { since: 19, rule: (pod) => seccomp(pod, false) },
      ],
    },
    {
      name: 'seccompProfile_restricted',
      level: 'restricted',
      replaces: 'seccompProfile_baseline',
      editions: [
        { since: 19, rule: (pod) => seccomp(pod, true) },
        { since: 25, rule: (pod) => (pod.spec.os?.name === 'windows' ? undefined : seccomp(pod, true)) },
      ],
    },
  ];
}

function appArmor(vendor: Vendor): Rule {
  const prefix = vendor.fill('container.apparmor.security.beta.{label}/');
  return (pod) => {
    const unconfined = (security: CommonSecurity | undefined): boolean =>
      security?.appArmorProfile !== undefined && !confined.has(security.appArmorProfile.type ?? '');
    const names = containersThat(pod, ({ securityContext }) => unconfined(securityContext));
    const types = securitiesOf(pod)
      .filter(unconfined)
      .map((security) => security?.appArmorProfile?.type ?? '');
    const annotations = Object.entries(pod.annotations)
      .filter(([key, value]) => key.startsWith(prefix) && !isConfining(value))
      .map(([key, value]) => `${key}=${JSON.stringify(value)}`);
    const values = [...sorted(types), ...sorted(annotations)];
    const setters = [
      ...settersOf(unconfined(pod.spec.securityContext), names),
      ...(annotations.length === 0 ? [] : [plural(annotations.length, 'annotation')]),
    ];
    if (setters.length === 0) return undefined;
    return {
      reason: plural(values.length, 'forbidden AppArmor profile'),
      detail: `${setters.join(' and ')} must not set AppArmor profile type to ${quotedList(values)}`,
    };
  };
}

function isConfining(profile: string): boolean {
  return profile === '' || profile === 'runtime/default' || profile.startsWith('localhost/');
}

function seLinux(pod: SecuredPod, types: ReadonlySet<string>): Finding | undefined {
  const faulty = ({ type = '', user = '', role = '' }: SeLinuxOptions = {}): boolean =>
    !types.has(type) || user !== '' || role !== '';
  const names = containersThat(pod, ({ securityContext }) => faulty(securityContext?.seLinuxOptions));
  const setters = settersOf(faulty(pod.spec.securityContext?.seLinuxOptions), names);
  if (setters.length === 0) return undefined;
  const options = securitiesOf(pod).flatMap((security) => security?.seLinuxOptions ?? []);
  const others = sorted(options.map(({ type = '' }) => type).filter((type) => !types.has(type)));
  const faults = [
    ...(others.length === 0 ? [] : [quoted(others, 'type')]),
    ...(options.some(({ user = '' }) => user !== '') ? ['user may not be set'] : []),
    ...(options.some(({ role = '' }) => role !== '') ? ['role may not be set'] : []),
  ];
  return {
    reason: 'seLinuxOptions',
    detail: `${setters.join(' and ')} set forbidden securityContext.seLinuxOptions: ${faults.join('; ')}`,
  };
}

function seccompAnnotations(vendor: Vendor): Rule {
  const ofPod = vendor.fill('seccomp.security.alpha.{label}/pod');
  const prefix = vendor.fill('container.seccomp.security.alpha.{label}/');
  return ({ annotations, spec }) => {
    const keys = [ofPod, ...containersOf(spec).map(({ name = '' }) => prefix + name)];
    const faulty = keys.flatMap((key) => {
      const value = Object.hasOwn(annotations, key) ? annotations[key] : undefined;
      if (value === undefined || value === 'docker/default' || (value !== '' && isConfining(value))) return [];
      return [`${key}=${JSON.stringify(value)}`];
    });
    if (faulty.length === 0) return undefined;
    const found = sorted(faulty);
    return { reason: 'seccompProfile', detail: `forbidden ${plural(found.length, 'annotation')} ${found.join(', ')}` };
  };
}

/** `demanded`: a container without a profile violates the rule too. */
function seccomp(pod: SecuredPod, demanded: boolean): Finding | undefined {
  const unconfined = (security: CommonSecurity | undefined): boolean =>
    security?.seccompProfile !== undefined && !confined.has(security.seccompProfile.type ?? '');
  const ofPod = pod.spec.securityContext;
  const names = containersThat(pod, ({ securityContext }) => unconfined(securityContext));
  const setters = settersOf(unconfined(ofPod), names);
  const reason = 'seccompProfile';
  if (setters.length > 0) {
    const types = sorted(
      securitiesOf(pod)
        .filter(unconfined)
        .map((security) => security?.seccompProfile?.type ?? ''),
    );
    return {
      reason,
      detail: `${setters.join(' and ')} must not set securityContext.seccompProfile.type to ${quotedList(types)}`,
    };
  }
  if (!demanded || ofPod?.seccompProfile !== undefined) return undefined;
  const without = containersThat(pod, ({ securityContext }) => securityContext?.seccompProfile === undefined);
  if (without.length === 0) return undefined;
  return {
    reason,
    detail: `pod or ${quoted(without)} must set securityContext.seccompProfile.type to "RuntimeDefault" or "Localhost"`,
  };
}

/** What the pod and its containers say, in that order. */
function securitiesOf({ spec }: SecuredPod): readonly (CommonSecurity | undefined)[] {
  return [spec.securityContext, ...containersOf(spec).map(({ securityContext }) => securityContext)];
}
