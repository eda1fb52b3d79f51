// The agent's health: named checks, their texts (requirements HEALTH), and the endpoint for them. The watchdog uses the same
// checks: it notifies the init system only while they pass.

import type { Vendor } from '../../../shared/vendor/vendor.ts';
import { type Response, text } from '../contract/response.ts';
import type { EndpointRequest } from '../contract/route.ts';

export interface HealthCheck {
  readonly name: string;
  /** Returns the fault; undefined: none. Must return at once, and must not throw. */
  readonly fault: () => string | undefined;
}

/** The faults found now, by the name of their check. */
export function faultsOf(checks: readonly HealthCheck[]): ReadonlyMap<string, string> {
  const found = checks.map(({ name, fault }) => [name, fault()] as const);
  return new Map(found.filter((entry): entry is readonly [string, string] => entry[1] !== undefined));
}

/** All checks, with `?verbose` and `?exclude=<name>`. Reasons of failures are withheld from clients. */
function healthResponse(checks: readonly HealthCheck[], vendor: Vendor, query: URLSearchParams): Response {
  const excluded = new Set(query.getAll('exclude'));
  const faults = faultsOf(checks.filter(({ name }) => !excluded.has(name)));
  const lines = checks.map(({ name }) => {
    if (excluded.has(name)) return `[+]${name} excluded: ok\n`;
    return faults.has(name) ? `[-]${name} failed: reason withheld\n` : `[+]${name} ok\n`;
  });
  const unknown = [...excluded].filter((name) => !checks.some((check) => check.name === name));
  if (unknown.length > 0) {
    const names = unknown.map((name) => `"${name}"`).join(',');
    lines.push(`warn: some health checks cannot be excluded: no matches for ${names}\n`);
  }
  if (faults.size > 0) return text(500, `${lines.join('')}healthz check failed\n`);
  if (!query.has('verbose')) return text(200, 'ok');
  return text(200, `${lines.join('')}${vendor.behaviour.healthSummary('healthz')}\n`);
}

/** One check alone. */
function singleHealthResponse(check: HealthCheck): Response {
  const fault = check.fault();
  return fault === undefined ? text(200, 'ok') : text(500, `internal server error: ${fault}\n`);
}

/** The endpoints `/healthz` and `/healthz/{name}` as path and function. */
export function healthEndpoints(
  checks: readonly HealthCheck[],
  vendor: Vendor,
): readonly { readonly pattern: string; readonly endpoint: (request: EndpointRequest) => Response }[] {
  return [
    { pattern: '/healthz', endpoint: ({ query }) => healthResponse(checks, vendor, query) },
    ...checks.map((check) => ({ pattern: `/healthz/${check.name}`, endpoint: () => singleHealthResponse(check) })),
  ];
}
