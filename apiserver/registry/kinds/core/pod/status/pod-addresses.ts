// The addresses of a pod and of its node in its status: one address, and a list of one per family that begins with it.

import { isIPv6 } from 'node:net';
import type { FieldError } from '../../../../../../shared/object/field-error.ts';
import { invalidValue } from '../../../../../../shared/object/field-error-message.ts';
import { checkIp } from '../../../../../../shared/schema/format.ts';

export interface PodAddresses {
  podIP?: string;
  podIPs?: readonly PodAddress[];
  hostIP?: string;
  hostIPs?: readonly PodAddress[];
}

interface PodAddress {
  readonly ip?: string;
}

/**
 * Makes the address of the pod and the list of its addresses agree, whichever of them was written. Where both were and differ
 * the one address counts: who writes it may know nothing of the list.
 */
export function alignPodAddresses(status: PodAddresses): void {
  const { podIP = '', podIPs = [] } = status;
  if (podIP === '') {
    const first = podIPs[0]?.ip ?? '';
    if (first !== '') status.podIP = first;
  } else if (podIPs[0]?.ip !== podIP) {
    status.podIPs = [{ ip: podIP }];
  }
}

/** What is wrong with the addresses of a status that takes the place of `old`: addresses that were there may stay. */
export function podAddressErrors(status: PodAddresses, old: PodAddresses): readonly FieldError[] {
  return [...listErrors('podIPs', status.podIPs, old.podIPs), ...hostErrors(status, old)];
}

function hostErrors({ hostIP = '', hostIPs = [] }: PodAddresses, old: PodAddresses): readonly FieldError[] {
  const [first] = hostIPs;
  if (first === undefined) return [];
  const { ip = '' } = first;
  const differs = ip === hostIP ? [] : [invalidValue('status.hostIPs[0].ip', ip, 'must be equal to `hostIP`')];
  return [...differs, ...listErrors('hostIPs', hostIPs, old.hostIPs)];
}

function listErrors(
  field: 'podIPs' | 'hostIPs',
  list: readonly PodAddress[] = [],
  old: readonly PodAddress[] = [],
): readonly FieldError[] {
  const path = `status.${field}`;
  const addresses = list.map(({ ip = '' }) => ip);
  const kept = new Set(old.map(({ ip = '' }) => ip));
  const errors: FieldError[] = addresses.flatMap((ip, index) =>
    kept.has(ip) ? [] : checkIp(ip).map((fault) => invalidValue(`${path}[${index}]`, ip, fault)),
  );
  if (addresses.length < 2) return errors;
  const wrong = addresses.findIndex((ip) => checkIp(ip).length > 0);
  if (wrong >= 0) {
    const detail = `failed to check for dual stack with error:invalid IP[${wrong}]: ${addresses[wrong]}`;
    errors.push({ type: 'InternalError', field: path, detail });
  }
  const bothFamilies = addresses.length === 2 && isIPv6(addresses[0] ?? '') !== isIPv6(addresses[1] ?? '');
  if (bothFamilies && wrong < 0) return errors;
  const shown = addresses.map((ip) => ({ IP: ip }));
  return [...errors, invalidValue(path, shown, 'may specify no more than one IP for each IP family')];
}
