// The schemas of all built-in kinds under one vendor's names. Types are compiled from `data/` when they are first asked
// for and then kept; a field resolves its own type on first use, so types may refer to themselves.
//
// Defaults are in `data/` when they depend only on their own field. Those that depend on other fields, or apply to
// one kind only, belong to the strategies of the registry:
//   Pod            spec.enableServiceLinks true (not in templates), serviceAccount <-> serviceAccountName
//   containers     imagePullPolicy by the image's tag, ports[].hostPort with hostNetwork, resources.requests from limits
//   Volume         emptyDir {} when no source is named; image volumes pullPolicy by tag
//   Service        ports[].targetPort = port, clusterIP/clusterIPs/ipFamilies/ipFamilyPolicy, externalTrafficPolicy,
//                  internalTrafficPolicy, allocateLoadBalancerNodePorts, sessionAffinityConfig, all by type
//   Namespace      label {label}/metadata.name, spec.finalizers; Node: status.allocatable = capacity
//   LimitRange     default, defaultRequest, max from each other
//   ReplicationController  selector and labels from the template
//   Deployment, DaemonSet, StatefulSet  the rollingUpdate object when the type is RollingUpdate
//   Job            parallelism, completions, backoffLimit, completionMode, suspend, podReplacementPolicy, manualSelector
//                  (not in a CronJob's template)
//   HorizontalPodAutoscaler  behavior; NetworkPolicy: policyTypes by egress
//   RoleBinding, ClusterRoleBinding  subjects[].apiGroup by kind
//   CustomResourceDefinition  names.singular, names.listKind, storedVersions, conversionReviewVersions
//   DeviceRequest  count 1 when allocationMode is ExactCount; PriorityLevelConfiguration: queuing by type

import type { Vendor } from '../vendor/vendor.ts';
import { CompiledField, CompiledStruct } from './compiled-struct.ts';
import { declarations } from './data/index.ts';
import type { Declaration, FieldLine } from './notation.ts';
import { kindNames, parseDeclaration, splitDeclarations } from './notation.ts';
import type { Field, ListSchema, RawSchema, ScalarSchema, Schema, StructSchema } from './schema.ts';

/** Identity of a kind: real (filled) group, `''` for the core group. */
export interface KindName {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
}

export interface Schemas {
  /**
   * The schema of a kind; `group` as the vendor spells it, `''` for the core group. The options kinds and Status are found
   * in every group. Undefined: no such kind.
   */
  kind(group: string, version: string, kind: string): StructSchema | undefined;
  /** The schema of any struct by its template name: `core/v1.PodSpec`, `meta/v1.DeleteOptions`. Undefined: no such struct. */
  type(name: string): StructSchema | undefined;
  /** Every kind, lists included. */
  kinds(): readonly KindName[];
}

const scalars: ReadonlySet<string> = new Set<ScalarSchema['type']>([
  'string',
  'int32',
  'int64',
  'bool',
  'double',
  'bytes',
  'time',
  'microTime',
  'duration',
  'quantity',
  'intOrString',
]);

/** Scalars whose zero value is written when they are not pointers: in the reference encoder they are structs. */
const writtenScalars: ReadonlySet<string> = new Set([
  'time',
  'microTime',
  'duration',
  'quantity',
  'intOrString',
  'raw',
]);

/** Kinds that every group and version has, and all have the same. */
const everywhere: ReadonlySet<string> = new Set([
  'CreateOptions',
  'DeleteOptions',
  'GetOptions',
  'ListOptions',
  'PatchOptions',
  'Status',
  'UpdateOptions',
]);

/** Makes the schemas under the vendor's names. Cheap: nothing is parsed before it is asked for. */
export function loadSchemas(vendor: Vendor): Schemas {
  return new BuiltinSchemas(vendor);
}

class BuiltinSchemas implements Schemas {
  readonly #vendor: Vendor;
  readonly #blocks = new Map<string, Map<string, string>>();
  readonly #declared = new Map<string, Declaration>();
  readonly #structs = new Map<string, StructSchema>();
  readonly #templates = new Map<string, string>();

  constructor(vendor: Vendor) {
    this.#vendor = vendor;
    for (const template of Object.keys(declarations)) {
      this.#templates.set(vendor.fill(realName(template)), template);
    }
  }

  kind(group: string, version: string, kind: string): StructSchema | undefined {
    const template = this.#templates.get(group === '' ? version : `${group}/${version}`);
    if (template === undefined) return undefined;
    const schema = this.type(`${everywhere.has(kind) ? 'meta/v1' : template}.${kind}`);
    return schema?.isKind === true ? schema : undefined;
  }

  type(name: string): StructSchema | undefined {
    const known = this.#structs.get(name);
    if (known !== undefined) return known;
    const declaration = this.#declaration(name);
    if (declaration === undefined || declaration.form === 'alias' || declaration.form === 'variant') return undefined;
    return this.#compile(name, declaration.lines, declaration.form === 'kind', declaration.atomic);
  }

  kinds(): readonly KindName[] {
    const names: KindName[] = [];
    for (const [real, template] of this.#templates) {
      const slash = real.lastIndexOf('/');
      const group = slash < 0 ? '' : real.slice(0, slash);
      const version = real.slice(slash + 1);
      for (const kind of kindNames(declarations[template] ?? '')) names.push({ group, version, kind });
    }
    return names;
  }

  #declaration(name: string): Declaration | undefined {
    const known = this.#declared.get(name);
    if (known !== undefined) return known;
    const dot = name.lastIndexOf('.');
    const template = name.slice(0, dot);
    let blocks = this.#blocks.get(template);
    if (blocks === undefined) {
      if (!Object.hasOwn(declarations, template)) return undefined;
      blocks = splitDeclarations(declarations[template] ?? '');
      this.#blocks.set(template, blocks);
    }
    const block = blocks.get(name.slice(dot + 1));
    if (block === undefined) return undefined;
    const declaration = parseDeclaration(block);
    this.#declared.set(name, declaration);
    return declaration;
  }

  #mustDeclare(name: string): Declaration {
    const declaration = this.#declaration(name);
    if (declaration === undefined) throw new TypeError(`no type ${name} is declared`);
    return declaration;
  }

  #compile(name: string, lines: readonly FieldLine[], isKind: boolean, atomic: boolean): StructSchema {
    const fields = new Map<string, Field>();
    if (isKind) for (const field of [identity('kind'), identity('apiVersion')]) fields.set(field.name, field);
    const schema = new CompiledStruct({ name, fields, mapType: atomic ? 'atomic' : 'granular', isKind });
    this.#structs.set(name, schema);
    this.#addFields(fields, name.slice(0, name.lastIndexOf('.')), lines, []);
    return schema;
  }

  #addFields(fields: Map<string, Field>, home: string, lines: readonly FieldLine[], prefix: readonly number[]): void {
    for (const line of lines) {
      const numbers = line.number === undefined ? [] : [...prefix, line.number];
      if (line.name === '...') {
        const name = qualified(home, line.type.of);
        const inlined = this.#mustDeclare(name);
        if (inlined.form === 'alias') throw new TypeError(`${name} has no fields to inline`);
        this.#addFields(fields, name.slice(0, name.lastIndexOf('.')), inlined.lines, numbers);
      } else {
        const field = this.#field(home, line, numbers);
        fields.set(field.name, field);
      }
    }
  }

  #field(home: string, line: FieldLine, numbers: readonly number[]): Field {
    return new CompiledField(
      {
        name: this.#vendor.fill(line.name),
        numbers,
        required: line.required,
        unchecked: line.unchecked,
        pointer: line.type.pointer,
        alwaysWritten: line.written || (!line.omitZero && this.#isStructValue(home, line)),
        default: line.default === undefined ? undefined : this.#fillDeep(JSON.parse(line.default)),
        patchStrategy: line.patchStrategy,
        patchMergeKey: line.patchMergeKey,
        discriminator: line.discriminator,
        featureGates: line.featureGates,
      },
      () => this.#resolve(home, line),
    );
  }

  /** Whether the field is a struct held by value: such a field is written even when everything in it is absent. */
  #isStructValue(home: string, line: FieldLine): boolean {
    if (line.type.pointer || line.type.shape !== 'single') return false;
    if (writtenScalars.has(line.type.of)) return true;
    if (scalars.has(line.type.of)) return false;
    const { form } = this.#mustDeclare(qualified(home, line.type.of));
    return form === 'type' || form === 'kind';
  }

  #resolve(home: string, line: FieldLine): Schema {
    const one = this.#single(home, line);
    if (line.type.shape === 'list') {
      const tolerant = line.tolerant ? { tolerant: true } : {};
      return { type: 'list', items: one, listType: line.listType, keys: line.keys, ...tolerant };
    }
    if (line.type.shape === 'map') return { type: 'map', values: one, mapType: line.mapType ?? 'granular' };
    if (one.type !== 'struct' || line.mapType === undefined) return one;
    return new CompiledStruct({ name: one.name, fields: one.fields, mapType: line.mapType, isKind: one.isKind });
  }

  #single(home: string, line: FieldLine): Schema {
    const of = line.type.of;
    if (of === 'raw') return line.mapType === 'atomic' ? { type: 'raw', atomic: true } : { type: 'raw' };
    if (scalars.has(of)) {
      return {
        type: of as ScalarSchema['type'],
        ...(line.enum === undefined ? {} : { enum: line.enum }),
        ...(line.enum !== undefined && line.unchecked ? { openEnum: true } : {}),
        ...(line.minimum === undefined ? {} : { minimum: line.minimum }),
        ...(line.maximum === undefined ? {} : { maximum: line.maximum }),
        ...(line.milli ? { milli: true } : {}),
        ...(line.format === undefined ? {} : { format: line.format }),
      };
    }
    const name = qualified(home, of);
    const declaration = this.#mustDeclare(name);
    if (declaration.form === 'alias') return aliasSchema(declaration.of, declaration.number);
    if (declaration.form === 'variant') return this.#variant(name, declaration);
    return (
      this.#structs.get(name) ?? this.#compile(name, declaration.lines, declaration.form === 'kind', declaration.atomic)
    );
  }

  #variant(name: string, declaration: Extract<Declaration, { form: 'variant' }>): RawSchema {
    const message = this.#structs.get(name) ?? this.#compile(name, declaration.lines, false, false);
    return { type: 'raw', variant: { form: declaration.variant, message } };
  }

  #fillDeep(value: unknown): unknown {
    if (typeof value === 'string') return this.#vendor.fill(value);
    if (Array.isArray(value)) return value.map((item) => this.#fillDeep(item));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, this.#fillDeep(item)]));
  }
}

/** `core/v1` is served as `v1`, and the shared meta types as a group of their own. */
function realName(template: string): string {
  if (template === 'core/v1') return 'v1';
  return template === 'meta/v1' ? 'meta.{api}/v1' : template;
}

function qualified(home: string, type: string): string {
  return type.includes('.') ? type : `${home}.${type}`;
}

function identity(name: 'apiVersion' | 'kind'): Field {
  const facts = { name, numbers: [], required: false, unchecked: false, pointer: false, alwaysWritten: false };
  const none = { default: undefined, patchStrategy: undefined, patchMergeKey: undefined, featureGates: undefined };
  return new CompiledField({ ...facts, ...none, discriminator: false }, () => ({ type: 'string' }));
}

function aliasSchema(scalar: string, number: number): ListSchema {
  const items: Schema = { type: scalar as ScalarSchema['type'] };
  return { type: 'list', items, listType: 'atomic', keys: [], messageNumber: number };
}
