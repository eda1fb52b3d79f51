// AppArmor profiles in annotations of a pod, one for each container: the older form of a field. A new pod gets the field from its
// annotation; afterwards the annotations never change.

import type { ObjectMeta } from '../../../../../../shared/object/api-object.ts';
import type { FieldError } from '../../../../../../shared/object/field-error.ts';
import type { Vendor } from '../../../../../../shared/vendor/vendor.ts';
import { isDeepStrictEqual } from 'node:util';
import { forbiddenField, invalidValue } from '../../../../../../shared/object/field-error-message.ts';

interface Profile {
  readonly type?: string;
  readonly localhostProfile?: string;
}

interface Container {
  name?: string;
  securityContext?: { readonly appArmorProfile?: Profile };
}

interface PodSpec {
  readonly os?: { readonly name?: string };
  readonly securityContext?: { readonly appArmorProfile?: Profile };
  readonly initContainers?: Container[];
  readonly containers?: Container[];
  readonly ephemeralContainers?: Container[];
}

type Annotations = ObjectMeta['annotations'];

const prefix = 'container.apparmor.security.beta.{label}/';
const path = 'metadata.annotations';
const localhost = 'localhost/';
const lists = ['initContainers', 'containers', 'ephemeralContainers'] as const;
const longestProfile = 4095;

/** Gives containers the profile that their annotation names, if they have none of their own and the pod has another. In place. */
export function takeAnnotatedProfiles(spec: PodSpec, annotations: Annotations, vendor: Vendor): void {
  if (annotations === undefined || isOfWindows(spec)) return;
  for (const { container } of containersOf(spec)) {
    const text = ownText(annotations, vendor.fill(prefix) + (container.name ?? ''));
    if (text === undefined || container.securityContext?.appArmorProfile !== undefined) continue;
    const profile = profileOf(text);
    if (profile === undefined || isDeepStrictEqual(profile, spec.securityContext?.appArmorProfile)) continue;
    container.securityContext = { ...container.securityContext, appArmorProfile: profile };
  }
}

/** Each annotation names a container and a profile, the one that its field has. */
export function profileAnnotationErrors(
  spec: PodSpec,
  annotations: Annotations,
  vendor: Vendor,
): readonly FieldError[] {
  const start = vendor.fill(prefix);
  const entries = Object.entries(annotations ?? {}).filter(([key]) => key.startsWith(start));
  if (entries.length === 0) return [];
  const containers = containersOf(spec);
  const names = new Set(containers.map(({ container }) => container.name));
  const errors = entries.flatMap(([key, text]) => {
    const name = key.slice(start.length);
    const known = ['', 'runtime/default', 'unconfined'].includes(text) || text.startsWith(localhost);
    return [
      ...(names.has(name) ? [] : [invalidValue(`${path}[${key}]`, name, 'container not found')]),
      ...(known
        ? []
        : [invalidValue(`${path}[${key}]`, text, `invalid AppArmor profile name: ${JSON.stringify(text)}`)]),
    ];
  });
  if (isOfWindows(spec)) return errors;
  const texts = new Map(entries);
  for (const { container, place } of containers) {
    const text = texts.get(start + (container.name ?? ''));
    const profile = container.securityContext?.appArmorProfile ?? spec.securityContext?.appArmorProfile;
    if (text === undefined || profile === undefined) continue;
    errors.push(...mismatchErrors(text, profile, `${place}.securityContext.appArmorProfile`));
  }
  return errors;
}

function mismatchErrors(text: string, { type, localhostProfile }: Profile, place: string): readonly FieldError[] {
  const wanted = new Map([
    ['Unconfined', text === 'unconfined'],
    ['RuntimeDefault', text === 'runtime/default'],
    ['Localhost', text.startsWith(localhost)],
  ]);
  if (wanted.get(type ?? '') === false)
    return [forbiddenField(`${place}.type`, 'apparmor type in annotation and field must match')];
  if (type !== 'Localhost' || text.slice(localhost.length) === localhostProfile) return [];
  return [forbiddenField(`${place}.localhostProfile`, 'apparmor profile in annotation and field must match')];
}

/** Such annotations stay with the pod as they were made. */
export function profileChangeErrors(now: Annotations, before: Annotations, vendor: Vendor): readonly FieldError[] {
  const start = vendor.fill(prefix);
  const own = (annotations: Annotations): readonly string[] =>
    Object.keys(annotations ?? {}).filter((key) => key.startsWith(start));
  const changed = own(before).filter((key) => ownText(now ?? {}, key) !== before?.[key]);
  const added = own(now).filter((key) => ownText(before ?? {}, key) === undefined);
  return [
    ...changed.map((key) => forbiddenField(`${path}[${key}]`, 'may not remove or update AppArmor annotations')),
    ...added.map((key) => forbiddenField(`${path}[${key}]`, 'may not add AppArmor annotations')),
  ];
}

/** Undefined: the text names none. */
function profileOf(text: string): Profile | undefined {
  if (text === 'unconfined') return { type: 'Unconfined' };
  if (text === 'runtime/default') return { type: 'RuntimeDefault' };
  const name = text.startsWith(localhost) ? text.slice(localhost.length) : '';
  if (name === '' || name.trim() !== name || Buffer.byteLength(name) > longestProfile) return undefined;
  return { type: 'Localhost', localhostProfile: name };
}

function containersOf(spec: PodSpec): readonly { readonly container: Container; readonly place: string }[] {
  return lists.flatMap((list) =>
    (spec[list] ?? []).map((container, index) => ({ container, place: `spec.${list}[${index}]` })),
  );
}

function isOfWindows({ os }: PodSpec): boolean {
  return os?.name === 'windows';
}

function ownText(annotations: Readonly<Record<string, string>>, key: string): string | undefined {
  return Object.hasOwn(annotations, key) ? annotations[key] : undefined;
}
