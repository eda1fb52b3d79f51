// Definitions in groups of the maker's own domains need an approval: an annotation names it, or says that there is none.

import type { Definition } from './definition.ts';
import type { Vendor } from '../vendor/vendor.ts';

export type ApprovalState = 'approved' | 'bypassed' | 'invalid' | 'missing';

/** The annotation, with the maker's domain. */
export function approvalKey(vendor: Vendor): string {
  return vendor.fill('api-approved.{label}');
}

/** Undefined: definitions of the group need no approval. */
export function approvalState(vendor: Vendor, { spec, metadata }: Definition): ApprovalState | undefined {
  if (!isProtected(vendor, spec?.group ?? '')) return undefined;
  const value = metadata.annotations?.[approvalKey(vendor)] ?? '';
  if (value === '') return 'missing';
  if (value.startsWith('unapproved')) return 'bypassed';
  return /^[a-z][a-z0-9+.-]*:\/\/[^\s/]/i.test(value) ? 'approved' : 'invalid';
}

function isProtected(vendor: Vendor, group: string): boolean {
  return ['{api}', '{label}'].some((domain) => {
    const name = vendor.fill(domain);
    return group === name || group.endsWith(`.${name}`);
  });
}
