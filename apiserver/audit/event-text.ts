// An audit event as one line of the log: JSON, or the legacy form of keys and quoted values.

import { stringifyJson } from '../../shared/codec/json/json.ts';
import type { AuditEvent } from './audit-event.ts';

export const auditFormats = ['json', 'legacy'] as const;
export type AuditFormat = (typeof auditFormats)[number];

/** With the end of the line. */
export function eventLine(event: AuditEvent, format: AuditFormat): Buffer {
  return Buffer.from(`${format === 'json' ? stringifyJson(event) : legacyLine(event)}\n`);
}

function legacyLine(event: AuditEvent): string {
  const { user, impersonatedUser: as, responseStatus, objectRef } = event;
  const fields: readonly (readonly [string, string])[] = [
    ['id', event.auditID],
    ['stage', event.stage],
    ['ip', event.sourceIPs?.[0] ?? '<unknown>'],
    ['method', event.verb],
    ['user', user.username ?? '<none>'],
    ['groups', listOf(user.groups) ?? '<none>'],
    ['as', as?.username ?? '<self>'],
    ['asgroups', listOf(as?.groups) ?? '<lookup>'],
    ['user-agent', event.userAgent ?? ''],
    ['namespace', objectRef?.namespace ?? '<none>'],
    ['uri', event.requestURI],
    ['response', responseStatus?.code === undefined ? '<deferred>' : String(responseStatus.code)],
  ];
  return `${event.requestReceivedTimestamp} AUDIT: ${fields.map(([key, value]) => `${key}=${JSON.stringify(value)}`).join(' ')}`;
}

function listOf(groups: readonly string[] | undefined): string | undefined {
  return groups === undefined ? undefined : groups.map((group) => JSON.stringify(group)).join(',');
}
