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

/**
 * Gives containers the profile that their annotation names, if they have none of their own and the pod has another. In place.
 * Returns the warnings about these annotations, and about those that name none.
 */
export function takeAnnotatedProfiles(spec: PodSpec, annotations: Annotations, vendor: Vendor): readonly string[] {
  if (annotations === undefined || isOfWindows(spec)) return [];
  return containersOf(spec).flatMap(({ container }) => {
    const key = vendor.fill(prefix) + (container.name ?? '');
    const text = ownText(annotations, key);
    if (text === undefined || container.securityContext?.appArmorProfile !== undefined) return [];
    const profile = profileOf(text);
    if (isDeepStrictEqual(profile, spec.securityContext?.appArmorProfile ?? null)) return [];
    if (profile !== undefined) container.securityContext = { ...container.securityContext, appArmorProfile: profile };
    return [outdated(`${path}[${key}]`)];
  });
}

/** The warning about an annotation of a template's container that has no profile of its own, if its pod has another. */
export function annotatedProfileWarning(
  container: Container,
  spec: PodSpec,
  { annotations, path: place }: { readonly annotations: Annotations; readonly path: string },
  vendor: Vendor,
): readonly string[] {
  if (annotations === undefined || (container.securityContext?.appArmorProfile ?? undefined) !== undefined) return [];
  const key = vendor.fill(prefix) + (container.name ?? '');
  const text = ownText(annotations, key);
  if (text === undefined) return [];
  const ofPod = spec.securityContext?.appArmorProfile ?? undefined;
  return ofPod !== undefined && isDeepStrictEqual(ofPod, namedProfile(text)) ? [] : [outdated(`${place}[${key}]`)];
}

function outdated(annotation: string): string {
  return `${annotation}: deprecated since v1.30; use the "appArmorProfile" field instead`;
}

/** Where the annotations stand, and the specification. */
interface Places {
  readonly annotations: string;
  readonly spec: string;
}

/** Each annotation names a container and a profile, the one that its field has. `at`: default a pod's. */
export function profileAnnotationErrors(
  spec: PodSpec,
  annotations: Annotations,
  vendor: Vendor,
  at: Places = { annotations: path, spec: 'spec' },
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
      ...(names.has(name) ? [] : [invalidValue(`${at.annotations}[${key}]`, name, 'container not found')]),
      ...(known
        ? []
        : [invalidValue(`${at.annotations}[${key}]`, text, `invalid AppArmor profile name: ${JSON.stringify(text)}`)]),
    ];
  });
  if (isOfWindows(spec)) return errors;
  const texts = new Map(entries);
  for (const { container, place } of containers) {
    const text = texts.get(start + (container.name ?? ''));
    const profile = container.securityContext?.appArmorProfile ?? spec.securityContext?.appArmorProfile;
    if (text === undefined || profile === undefined) continue;
    errors.push(...mismatchErrors(text, profile, `${at.spec}.${place}.securityContext.appArmorProfile`));
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

/** Undefined: the text names none that a container may have. */
function profileOf(text: string): Profile | undefined {
  const profile = namedProfile(text);
  const name = profile?.localhostProfile ?? '';
  return name.trim() !== name || Buffer.byteLength(name) > longestProfile ? undefined : profile;
}

/** Undefined: the text names none. */
function namedProfile(text: string): Profile | undefined {
  if (text === 'unconfined') return { type: 'Unconfined' };
  if (text === 'runtime/default') return { type: 'RuntimeDefault' };
  const name = text.startsWith(localhost) ? text.slice(localhost.length) : '';
  return name === '' ? undefined : { type: 'Localhost', localhostProfile: name };
}

function containersOf(spec: PodSpec): readonly { readonly container: Container; readonly place: string }[] {
  return lists.flatMap((list) =>
    (spec[list] ?? []).map((container, index) => ({ container, place: `${list}[${index}]` })),
  );
}

function isOfWindows({ os }: PodSpec): boolean {
  return os?.name === 'windows';
}

function ownText(annotations: Readonly<Record<string, string>>, key: string): string | undefined {
  return Object.hasOwn(annotations, key) ? annotations[key] : undefined;
}
