// A definition: an object that declares a kind of the user's. The form in which the server knows it, after decoding: a required
// list that was left out is null.

import type { ApiObject } from '../object/api-object.ts';
import type { JsonSchema } from './structural/json-schema.ts';

export interface DefinitionNames {
  plural?: string;
  singular?: string;
  kind?: string;
  listKind?: string;
  shortNames?: string[];
  categories?: string[];
}

/** A column of the table of objects. */
export interface DefinitionColumn {
  readonly name?: string;
  readonly type?: string;
  readonly format?: string;
  readonly description?: string;
  readonly priority?: number;
  readonly jsonPath?: string;
}

export interface ScalePaths {
  readonly specReplicasPath?: string;
  readonly statusReplicasPath?: string;
  readonly labelSelectorPath?: string;
}

export interface DefinitionVersion {
  readonly name?: string;
  readonly served?: boolean;
  readonly storage?: boolean;
  readonly deprecated?: boolean;
  readonly deprecationWarning?: string;
  readonly schema?: { readonly openAPIV3Schema?: JsonSchema };
  readonly subresources?: { readonly status?: object; readonly scale?: ScalePaths };
  readonly additionalPrinterColumns?: readonly DefinitionColumn[];
  readonly selectableFields?: readonly { readonly jsonPath?: string }[];
}

export interface DefinitionCondition {
  readonly type: string;
  readonly status: 'True' | 'False' | 'Unknown';
  readonly lastTransitionTime?: string;
  readonly reason?: string;
  readonly message?: string;
}

export interface DefinitionConversion {
  strategy?: string;
  readonly webhook?: {
    readonly clientConfig?: {
      readonly url?: string;
      readonly service?: {
        readonly name?: string;
        readonly namespace?: string;
        readonly path?: string;
        readonly port?: number;
      };
      readonly caBundle?: string;
    };
    readonly conversionReviewVersions?: readonly string[] | null;
  };
}

export interface DefinitionSpec {
  group?: string;
  scope?: string;
  names?: DefinitionNames;
  versions?: readonly DefinitionVersion[] | null;
  preserveUnknownFields?: boolean;
  conversion?: DefinitionConversion;
}

export interface Definition extends ApiObject {
  spec?: DefinitionSpec;
  status?: {
    conditions?: readonly DefinitionCondition[] | null;
    acceptedNames?: DefinitionNames;
    storedVersions?: readonly string[] | null;
    [field: string]: unknown;
  };
}

export type ConditionType = 'Established' | 'NamesAccepted' | 'NonStructuralSchema' | 'Terminating';

export function conditionOf({ status }: Definition, type: string): DefinitionCondition | undefined {
  return (status?.conditions ?? []).find((condition) => condition.type === type);
}

export function hasCondition(definition: Definition, type: ConditionType): boolean {
  return conditionOf(definition, type)?.status === 'True';
}
