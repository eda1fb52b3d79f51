// Checks that the API service uses the names of the vendor that the agent was started with. With other names the node would be
// registered, but would never become healthy.

import type { Transport } from '../../shared/client/contract/transport.ts';
import { UsageError } from '../../shared/process/command-line/usage-error.ts';
import { servedVendor } from '../../shared/vendor/served-vendor.ts';
import type { Vendor } from '../../shared/vendor/vendor.ts';

/** Milliseconds for the response. The agent does not wait for an unreachable server, but starts without the check. */
const patience = 5_000;
/** The most bytes of the list of groups that are read. */
const longest = 4 * 1024 * 1024;

/**
 * Rejects with UsageError when the API groups of the server are those of another vendor. Resolves when they are this
 * vendor's, and when they are unknown: no response, or no permission.
 */
export async function checkServerVendor(
  transport: Transport,
  vendor: Vendor,
  server: string,
  signal: AbortSignal,
): Promise<void> {
  const groups = await apiGroups(transport, AbortSignal.any([signal, AbortSignal.timeout(patience)])).catch(() => []);
  const found = servedVendor(groups);
  if (found === undefined || found === vendor.id) return;
  throw new UsageError(
    `--vendor ${vendor.id}: ${server} serves the API groups of vendor ${found}: start with --vendor ${found}`,
  );
}

async function apiGroups(transport: Transport, signal: AbortSignal): Promise<readonly string[]> {
  const headers = { accept: 'application/json' };
  const { status, body } = await transport({ method: 'GET', path: '/apis', headers, headTimeout: patience, signal });
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body) {
    length += chunk.length;
    if (length > longest) throw new Error('the list of API groups is too long');
    chunks.push(chunk);
  }
  if (status !== 200) return [];
  const { groups } = JSON.parse(Buffer.concat(chunks).toString()) as { readonly groups?: unknown };
  const list: readonly unknown[] = Array.isArray(groups) ? groups : [];
  return list.flatMap((one) => {
    const name: unknown = typeof one === 'object' && one !== null && 'name' in one ? one.name : undefined;
    return typeof name === 'string' ? [name] : [];
  });
}
