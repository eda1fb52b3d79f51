// Flow schemas: what could never match a request is refused in the words that clients know.

import type { ApiObject } from '../../../../shared/object/api-object.ts';
import type { FieldError } from '../../../../shared/object/field-error.ts';
import type { KindRecord } from '../../contract/kind.ts';
import type { Strategy } from '../../contract/resource.ts';
import { addAll } from '../../../../shared/object/add-all.ts';
import { forbiddenField, invalidValue, notSupported, required } from '../../../../shared/object/field-error-message.ts';
import { checkDns1123Label, checkDns1123Subdomain } from '../../../../shared/object/names.ts';
import { ownMetadata } from '../../object/metadata.ts';
import { column } from '../printers/columns.ts';
import { age, made, name, number, printer, text, valueAt } from '../printers/fields.ts';
import { contentGeneration } from '../row/generation.ts';
import { type Condition, conditionTypeErrors } from '../rule/condition-validation.ts';

/** Null where it was left out: a list that is always written. */
type Written<T> = readonly T[] | null;

interface ResourceRule {
  readonly verbs?: Written<string>;
  readonly apiGroups?: Written<string>;
  readonly resources?: Written<string>;
  readonly namespaces?: Written<string>;
  readonly clusterScope?: boolean;
}

interface Rule {
  readonly subjects?: Written<Subject>;
  readonly resourceRules?: readonly ResourceRule[];
  readonly nonResourceRules?: readonly UrlRule[];
}

interface UrlRule {
  readonly verbs?: Written<string>;
  readonly nonResourceURLs?: Written<string>;
}

interface Subject {
  readonly kind?: string;
  readonly user?: { readonly name?: string };
  readonly group?: { readonly name?: string };
  readonly serviceAccount?: { readonly name?: string; readonly namespace?: string };
}

interface FlowSchema extends ApiObject {
  spec?: {
    readonly matchingPrecedence?: number;
    readonly priorityLevelConfiguration?: { readonly name?: string };
    readonly distinguisherMethod?: { readonly type?: string };
    readonly rules?: readonly Rule[];
  };
  status?: { readonly conditions?: readonly Condition[] };
}

/** The schema of this name is the system's own: requests that nothing limits. */
const exempt = 'exempt';
const highestPrecedence = 10_000;

const flowSchemaStrategy: Strategy = {
  statusKeeps: [...ownMetadata, 'generateName'],
  validateCreate: (object) => schemaErrors(object),
  validateUpdate: (object) => schemaErrors(object),
  validateStatusUpdate: ({ status }: FlowSchema) => conditionTypeErrors(status?.conditions ?? [], 'status.conditions'),
};

function schemaErrors({ metadata, spec = {} }: FlowSchema): readonly FieldError[] {
  const errors: FieldError[] = [];
  const { matchingPrecedence = 0, priorityLevelConfiguration, distinguisherMethod, rules = [] } = spec;
  const refuse = (detail: string): void => {
    errors.push(invalidValue('spec.matchingPrecedence', matchingPrecedence, detail));
  };
  if (matchingPrecedence <= 0) refuse('must be a positive value');
  if (matchingPrecedence > highestPrecedence) refuse(`must not be greater than ${highestPrecedence}`);
  if (matchingPrecedence === 1 && metadata.name !== exempt)
    refuse("only the schema named 'exempt' may have matchingPrecedence 1");
  if (distinguisherMethod !== undefined && !['ByNamespace', 'ByUser'].includes(distinguisherMethod.type ?? '')) {
    // The whole method is shown.
    const shown = { Type: distinguisherMethod.type ?? '' };
    errors.push(notSupported('spec.distinguisherMethod.type', shown, ['ByNamespace', 'ByUser']));
  }
  const level = priorityLevelConfiguration?.name ?? '';
  const levelPath = 'spec.priorityLevelConfiguration.name';
  if (level === '') errors.push(required(levelPath, 'must reference a priority level'));
  else
    addAll(
      errors,
      checkDns1123Subdomain(level).map((fault) => invalidValue(levelPath, level, fault)),
    );
  for (const [index, rule] of rules.entries()) addAll(errors, ruleErrors(rule, `spec.rules[${index}]`));
  return errors;
}

function ruleErrors(rule: Rule, path: string): FieldError[] {
  const { resourceRules = [], nonResourceRules = [] } = rule;
  const subjects = rule.subjects ?? [];
  const errors: FieldError[] = [];
  if (subjects.length === 0) errors.push(required(`${path}.subjects`, 'subjects must contain at least one value'));
  for (const [index, subject] of subjects.entries())
    addAll(errors, subjectErrors(subject, `${path}.subjects[${index}]`));
  if (resourceRules.length === 0 && nonResourceRules.length === 0)
    errors.push(required(path, 'at least one of resourceRules and nonResourceRules has to be non-empty'));
  for (const [index, resourceRule] of resourceRules.entries())
    addAll(errors, resourceRuleErrors(resourceRule, `${path}.resourceRules[${index}]`));
  for (const [index, urlRule] of nonResourceRules.entries())
    addAll(errors, urlRuleErrors(urlRule, `${path}.nonResourceRules[${index}]`));
  return errors;
}

/** The field of each kind of subject. */
const subjectFields = new Map([
  ['ServiceAccount', 'serviceAccount'],
  ['User', 'user'],
  ['Group', 'group'],
] as const);

function subjectErrors(subject: Subject, path: string): FieldError[] {
  const { kind = '' } = subject;
  const own = [...subjectFields].find(([known]) => known === kind)?.[1];
  if (own === undefined) return [notSupported(`${path}.kind`, kind, [...subjectFields.keys()].sort())];
  const errors: FieldError[] = [];
  if (subject[own] === undefined)
    errors.push(required(`${path}.${own}`, `${own} is required when subject kind is '${kind}'`));
  for (const [other, field] of subjectFields) {
    if (field === own || subject[field] === undefined) continue;
    errors.push(forbiddenField(`${path}.${field}`, `${field} is forbidden when subject kind is not '${other}'`));
  }
  return errors;
}

const knownVerbs = ['create', 'delete', 'deletecollection', 'get', 'list', 'patch', 'proxy', 'update', 'watch'];

function verbErrors(verbs: Written<string> | undefined, path: string): FieldError[] {
  const faults = listErrors(verbs, path, 'verbs must contain at least one value', 'verbs');
  if (faults.length > 0 || verbs?.includes('*') === true) return faults;
  return verbs?.every((verb) => knownVerbs.includes(verb)) === true ? [] : [notSupported(path, verbs, knownVerbs)];
}

function urlRuleErrors({ verbs, nonResourceURLs: urls }: UrlRule, path: string): FieldError[] {
  const errors = verbErrors(verbs, `${path}.verbs`);
  const at = `${path}.nonResourceURLs`;
  const faults = listErrors(urls, at, 'nonResourceURLs must contain at least one value', 'non-resource URLs');
  if (faults.length > 0 || urls?.includes('*') === true) return [...errors, ...faults];
  for (const [index, url] of (urls ?? []).entries()) {
    const fault = urlFault(url);
    if (fault !== undefined) errors.push(invalidValue(`${at}[${index}]`, url, fault));
  }
  return errors;
}

function urlFault(url: string): string | undefined {
  if (url === '') return 'must not be empty';
  if (url === '/') return undefined;
  if (!url.startsWith('/')) return 'must start with slash';
  if (url.includes(' ')) return 'must not contain white-space';
  if (url.includes('//')) return 'must not contain double slash';
  const stars = url.split('*').length - 1;
  return stars > 1 || (stars === 1 && !url.endsWith('/*')) ? 'wildcard can only do suffix matching' : undefined;
}

function resourceRuleErrors(rule: ResourceRule, path: string): FieldError[] {
  const { verbs, apiGroups, resources, namespaces, clusterScope = false } = rule;
  const errors = [
    ...verbErrors(verbs, `${path}.verbs`),
    ...listErrors(apiGroups, `${path}.apiGroups`, 'resource rules must supply at least one api group', 'api groups'),
    ...listErrors(resources, `${path}.resources`, 'resource rules must supply at least one resource', 'resources'),
  ];
  if ((namespaces ?? []).length > 0 || !clusterScope) {
    const none = 'resource rules that are not cluster scoped must supply at least one namespace';
    addAll(errors, listErrors(namespaces, `${path}.namespaces`, none, 'namespaces'));
    const names = namespaces?.includes('*') === true ? [] : (namespaces ?? []);
    const rule = "each member of this list must be '*' or a DNS-1123 label; ";
    for (const [index, one] of names.entries()) {
      const faults = checkDns1123Label(one);
      addAll(
        errors,
        faults.map((fault) => invalidValue(`${path}.namespaces[${index}]`, one, rule + fault)),
      );
    }
  }
  return errors;
}

/** A list that must not be empty, and in which `*` stands alone. */
function listErrors(list: Written<string> | undefined, path: string, none: string, what: string): FieldError[] {
  if (list === undefined || list === null || list.length === 0) return [required(path, none)];
  if (list.length === 1 || !list.includes('*')) return [];
  return [invalidValue(path, list, `if '*' is present, must not specify other ${what}`)];
}

const flowSchemaPrinter = printer(
  name,
  text('PriorityLevel', 'spec.priorityLevelConfiguration.name', '<none>'),
  number('MatchingPrecedence', 'spec.matchingPrecedence'),
  text('DistinguisherMethod', 'spec.distinguisherMethod.type', '<none>'),
  age,
  made(column('MissingPL', 'string', 'Whether its priority level is missing.'), (object) => {
    const conditions = valueAt(object, 'status.conditions');
    const list = Array.isArray(conditions) ? (conditions as readonly { type?: string; status?: string }[]) : [];
    const dangling = list.find(({ type }) => type === 'Dangling');
    return dangling === undefined ? '?' : (dangling.status ?? '');
  }),
);

export default {
  group: 'flowcontrol.apiserver.{api}',
  kind: 'FlowSchema',
  name: 'flowschemas',
  namespaced: false,
  versions: [{ version: 'v1' }],
  subresources: ['status'],
  strategy: flowSchemaStrategy,
  printer: flowSchemaPrinter,
  generation: contentGeneration,
  inert: 'the object is stored, but this server limits requests by its flags only: it has no effect yet',
} satisfies KindRecord;
