// Warnings about annotations that fields have replaced.

import type { ObjectMeta } from '../../../../shared/object/api-object.ts';
import type { Vendor } from '../../../../shared/vendor/vendor.ts';

/** The warnings about the annotations at `path`. */
export type AnnotationWarnings = (metadata: ObjectMeta | undefined, path: string) => readonly string[];

/** `outdated`: what to say of each annotation. Names are filled in for the vendor. */
export function annotationWarnings(vendor: Vendor, outdated: Readonly<Record<string, string>>): AnnotationWarnings {
  const texts = Object.entries(outdated).map(([name, text]) => [vendor.fill(name), text] as const);
  return (metadata, path) =>
    texts.flatMap(([name, text]) => (hasAnnotation(metadata, name) ? [`${path}[${name}]: ${text}`] : []));
}

export function hasAnnotation(metadata: ObjectMeta | undefined, name: string): boolean {
  return Object.hasOwn(metadata?.annotations ?? {}, name);
}
