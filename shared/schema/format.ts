// The string formats that the schema names, with their error messages. Addresses may have leading
// zeros, which were accepted in the past, but no zones.

import { isIP, isIPv4 } from 'node:net';
import { checkDns1123Label, checkDns1123Subdomain, checkPortName, checkQualifiedName } from '../object/names.ts';
import type { Format } from './schema.ts';

const bits = { 4: 32, 6: 128 } as const;

/** An address of either family. */
export function checkIp(text: string): readonly string[] {
  return isIP(withoutZeros(text)) !== 0 && !text.includes('%')
    ? []
    : ['must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)'];
}

function withoutZeros(text: string): string {
  return text.includes(':') ? text : text.replace(/(^|\.)0+(?=\d)/g, '$1');
}

/** An address, a slash, and how many of its bits count. */
export function checkCidr(text: string): readonly string[] {
  const slash = text.lastIndexOf('/');
  const [address, length] = [text.slice(0, Math.max(slash, 0)), text.slice(slash + 1)];
  const most = isIPv4(withoutZeros(address)) ? bits[4] : bits[6];
  const valid = checkIp(address).length === 0 && /^\d{1,3}$/.test(length) && Number(length) <= most;
  return valid ? [] : ['must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)'];
}

export const formatChecks: Readonly<Record<Format, (text: string) => readonly string[]>> = {
  cidr: checkCidr,
  ip: checkIp,
  label: checkDns1123Label,
  portName: checkPortName,
  qualified: checkQualifiedName,
  subdomain: checkDns1123Subdomain,
};
