// The environment variables of a container, in this order: services, whole config maps and secrets (`envFrom`), and its own
// (`env`). Later ones override earlier ones.

import type { Container, EnvironmentVariable, KeySelector, Pod } from '../object/pod.ts';
import { expanded } from './expansion.ts';
import { type FieldFacts, fieldValue, resourceValue, UnknownField } from './field-value.ts';
import type { Kind, NamedData, ReadObject } from './objects.ts';

export interface EnvironmentFacts extends FieldFacts {
  readonly services: ReadonlyMap<string, string>;
  readonly read: ReadObject;
}

/** The container cannot be created as its pod specifies; the message says what is missing. */
export class ConfigRefused extends Error {
  override readonly name = 'ConfigRefused';
}

/** Rejects with ConfigRefused, also when the server is unreachable. */
export async function environmentOf(
  facts: EnvironmentFacts,
  container: Container,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, string>> {
  const sources = new Map<string, string>();
  for (const { prefix = '', configMapRef, secretRef } of container.envFrom ?? []) {
    const kind = configMapRef === undefined ? 'Secret' : 'ConfigMap';
    const { name = '', optional } = configMapRef ?? secretRef ?? {};
    const found = await objectOf(facts, kind, name, optional, signal);
    for (const [key, value] of found?.values ?? []) {
      if (found?.binary?.has(key) === true) continue;
      const variable = `${prefix}${key}`;
      // Invalid names are skipped, so that the other variables can be used.
      if (isVariableName(variable)) sources.set(variable, value.toString('utf8'));
    }
  }
  const own = new Map<string, string>();
  /** The variables that a value may refer to: earlier ones and those of services. */
  const known = (): ReadonlyMap<string, string> => new Map([...facts.services, ...sources, ...own]);
  for (const variable of container.env ?? []) {
    const value = await valueOf(facts, container, variable, known, signal);
    if (value !== undefined) own.set(variable.name, value);
  }
  return known();
}

async function valueOf(
  facts: EnvironmentFacts,
  container: Container,
  { name, value, valueFrom }: EnvironmentVariable,
  known: () => ReadonlyMap<string, string>,
  signal: AbortSignal,
): Promise<string | undefined> {
  if (valueFrom === undefined) return expanded(value ?? '', known());
  const { fieldRef, resourceFieldRef, configMapKeyRef, secretKeyRef } = valueFrom;
  try {
    if (fieldRef !== undefined) return fieldValue(facts, fieldRef.fieldPath);
    if (resourceFieldRef !== undefined) return resourceValue(facts, resourceFieldRef, container.name);
  } catch (error) {
    if (error instanceof UnknownField) throw new ConfigRefused(error.message, { cause: error });
    throw error;
  }
  if (configMapKeyRef !== undefined) return keyOf(facts, 'ConfigMap', configMapKeyRef, signal);
  if (secretKeyRef !== undefined) return keyOf(facts, 'Secret', secretKeyRef, signal);
  throw new ConfigRefused(`variable ${name}: its source is not supported by this agent`);
}

async function keyOf(
  facts: EnvironmentFacts,
  kind: Kind,
  { name = '', key, optional }: KeySelector,
  signal: AbortSignal,
): Promise<string | undefined> {
  const found = await objectOf(facts, kind, name, optional, signal);
  const value = found?.binary?.has(key) === true ? undefined : found?.values.get(key);
  if (value !== undefined) return value.toString('utf8');
  if (optional === true) return undefined;
  throw new ConfigRefused(`couldn't find key ${key} in ${kind} ${namespaceOf(facts.pod)}/${name}`);
}

async function objectOf(
  { pod, read }: EnvironmentFacts,
  kind: Kind,
  name: string,
  optional: boolean | undefined,
  signal: AbortSignal,
): Promise<NamedData | undefined> {
  let found: NamedData | undefined;
  try {
    found = await read(kind, namespaceOf(pod), name, signal);
  } catch (error) {
    throw new ConfigRefused(`${kind.toLowerCase()} "${name}" cannot be read: ${String(error)}`, { cause: error });
  }
  if (found === undefined && optional !== true) throw new ConfigRefused(`${kind.toLowerCase()} "${name}" not found`);
  return found;
}

function namespaceOf({ metadata }: Pod): string {
  return metadata.namespace ?? 'default';
}

/** As the API accepts them: any printable text without an equals sign. */
function isVariableName(name: string): boolean {
  return name !== '' && /^[\x20-\x3c\x3e-\x7e]+$/.test(name);
}
