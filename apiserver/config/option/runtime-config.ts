// `--runtime-config`: which built-in versions and resources are served (VERS-023 to VERS-046). What is switched off stays
// known to the server's own parts; to everybody else it is as if it did not exist.

import type { Vendor } from '../../../shared/vendor/vendor.ts';
import { resourcesWhere } from '../../registry/derived.ts';
import { builtInNames } from '../../registry/kinds/catalogue.ts';
import { absentVersions } from './absent-parts.ts';
import type { Resource, Resources } from '../../registry/contract/resource.ts';

/** Keys and whether they are on, as given. */
export type RuntimeConfig = Readonly<Record<string, boolean>>;

/** An invalid setting; the message names the key. */
export class RuntimeConfigError extends Error {
  override readonly name = 'RuntimeConfigError';
}

export interface Served {
  readonly resources: Resources;
  /** Warnings to the operator, one line each. */
  readonly warnings: readonly string[];
}

type Level = 'ga' | 'beta' | 'alpha';

const levelKeys: ReadonlyMap<string, Level | 'all'> = new Map([
  ['api/all', 'all'],
  ['api/ga', 'ga'],
  ['api/beta', 'beta'],
  ['api/alpha', 'alpha'],
]);

/** Reads one `<key>[=<value>]`; a missing value is true. Throws RuntimeConfigError. */
export function parseRuntimeSetting(text: string): readonly [string, boolean] {
  const at = text.indexOf('=');
  const key = at < 0 ? text : text.slice(0, at);
  const value = at < 0 ? 'true' : text.slice(at + 1);
  if (key === '') throw new RuntimeConfigError(`${JSON.stringify(text)} has no key`);
  if (value !== 'true' && value !== 'false') {
    throw new RuntimeConfigError(`${key}: ${JSON.stringify(value)} is neither true nor false`);
  }
  return [key, value === 'true'];
}

/**
 * What is served under these settings: they are about the resources of now, those that join later are all served. The more specific key wins: a resource over its version, that over `api/ga`,
 * `api/beta` or `api/alpha`, and those over `api/all`. Without any, stable versions are on. Throws RuntimeConfigError for a
 * key that names nothing this server has.
 */
export function servedUnder(vendor: Vendor, all: Resources, config: RuntimeConfig): Served {
  const { settings, warnings } = settingsOf(vendor, config);
  const isOn = (resource: Resource): boolean => {
    const level = levelOf(resource.version);
    return (
      settings.get(resourceKey(resource)) ??
      settings.get(versionKey(resource)) ??
      settings.get(`api/${level}`) ??
      settings.get('api/all') ??
      level === 'ga'
    );
  };
  // The records of built-in resources are never replaced.
  const off = new Set(all.all.filter((resource) => !isOn(resource)));
  return { resources: resourcesWhere(all, (resource) => !off.has(resource)), warnings };
}

/**
 * Throws RuntimeConfigError for a key that names nothing a server has. For the time before a server makes anything: it looks
 * at names only, so that it costs nothing to ask again.
 */
export function checkRuntimeConfig(vendor: Vendor, config: RuntimeConfig): void {
  if (config['api/all'] === false && Object.keys(config).length === 1)
    throw new RuntimeConfigError('api/all=false alone would leave nothing to serve');
  settingsOf(vendor, config);
}

interface Settings {
  /** By key, the core version without `api/`. */
  readonly settings: ReadonlyMap<string, boolean>;
  readonly warnings: readonly string[];
}

function settingsOf(vendor: Vendor, config: RuntimeConfig): Settings {
  const settings = new Map<string, boolean>();
  const warnings: string[] = [];
  const known = Object.keys(config).length === 0 ? new Set<string>() : knownKeys(vendor);
  const absent = new Set(absentVersions.map((version) => vendor.fill(version)));
  // Webhooks are asked in this version when it is on; no path has it any more.
  const wireOnly = vendor.fill('authorization.{api}/v1beta1');
  for (const [given, on] of Object.entries(config)) {
    const key = given === 'api/v1' || given.startsWith('api/v1/') ? given.slice('api/'.length) : given;
    if (key === wireOnly) {
      warnings.push(`--runtime-config ${given}: no path has this version any more, the setting has no effect`);
    } else if (levelKeys.has(key) || known.has(key)) {
      settings.set(key, on);
    } else if (!on && absent.has(key.split('/').slice(0, 2).join('/'))) {
      // What is not here is off.
    } else {
      throw new RuntimeConfigError(`${given} is no group, version or resource of this server`);
    }
  }
  return { settings, warnings };
}

/** Of every version and resource that a server has, on or off. */
function knownKeys(vendor: Vendor): ReadonlySet<string> {
  return new Set(builtInNames(vendor).flatMap((one) => [versionKey(one), resourceKey(one)]));
}

function levelOf(version: string): Level {
  if (version.includes('alpha')) return 'alpha';
  return version.includes('beta') ? 'beta' : 'ga';
}

function versionKey({ group, version }: Pick<Resource, 'group' | 'version'>): string {
  return group === '' ? version : `${group}/${version}`;
}

function resourceKey(resource: Pick<Resource, 'group' | 'version' | 'name'>): string {
  return `${versionKey(resource)}/${resource.name}`;
}
