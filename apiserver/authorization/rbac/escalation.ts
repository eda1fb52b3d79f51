// The escalation check: whether one set of rules covers another, and the text in which a refusal lists the missing
// rules (RBAC-035 to RBAC-041). Pure; the admission step decides when the check applies, and to whom.

import type { UserInfo } from '../../authentication/contract/authenticator.ts';
import type { PolicyRule } from './role-forms.ts';
import { pathCovers } from './rules.ts';

/** The smallest pieces of a rule: one verb on one resource (of one name) in one group, or on one path. */
type Piece =
  | {
      readonly verb: string;
      readonly group: string;
      readonly resource: string;
      /** undefined: every name. */
      readonly name: string | undefined;
    }
  | { readonly verb: string; readonly path: string };

/** Pieces that are compared for one write. A rule is the product of its lists: a body of kilobytes can hold billions. */
const mostPieces = 20_000;

/**
 * The pieces of `wanted` that no rule of `held` covers, as rules with the verbs of one resource or path together. A rule with
 * more pieces than can be looked at must be held as it is, by one rule; otherwise it is missing as a whole.
 */
export function uncovered(held: readonly PolicyRule[], wanted: readonly PolicyRule[]): readonly PolicyRule[] {
  const missing: Piece[] = [];
  const whole: PolicyRule[] = [];
  let left = mostPieces;
  for (const rule of wanted) {
    // Whole rules are usually held as they are; cutting them up is for the rest.
    if (held.some((own) => coversRule(own, rule))) continue;
    left -= piecesIn(rule);
    if (left < 0) whole.push(rule);
    else for (const piece of piecesOf(rule)) if (!held.some((own) => coversPiece(own, piece))) missing.push(piece);
  }
  return [...gather(missing), ...whole];
}

/** The reason of the refusal, as it follows `... is forbidden: `. */
export function escalationReason(user: UserInfo, missing: readonly PolicyRule[], errors: readonly string[]): string {
  const rules = missing.map(ruleText).sort().join('\n');
  const suffix = errors.length === 0 ? '' : `; resolution errors: [${errors.join(', ')}]`;
  return `user ${JSON.stringify(user.username)} (groups=${quotedList(user.groups)}) is attempting to grant RBAC permissions not currently held:\n${rules}${suffix}`;
}

function piecesIn({
  verbs = [],
  nonResourceURLs = [],
  apiGroups = [],
  resources = [],
  resourceNames = [],
}: PolicyRule) {
  return (
    verbs.length * (nonResourceURLs.length + apiGroups.length * resources.length * Math.max(resourceNames.length, 1))
  );
}

function* piecesOf(rule: PolicyRule): IterableIterator<Piece> {
  for (const verb of rule.verbs ?? []) {
    for (const path of rule.nonResourceURLs ?? []) yield { verb, path };
    for (const group of rule.apiGroups ?? []) {
      for (const resource of rule.resources ?? []) {
        const names: readonly (string | undefined)[] =
          (rule.resourceNames ?? []).length > 0 ? (rule.resourceNames ?? []) : [undefined];
        for (const name of names) yield { verb, group, resource, name };
      }
    }
  }
}

function coversPiece(own: PolicyRule, piece: Piece): boolean {
  if (!listCovers(own.verbs, piece.verb)) return false;
  if ('path' in piece) return (own.nonResourceURLs ?? []).some((granted) => pathCovers(granted, piece.path));
  if (!listCovers(own.apiGroups, piece.group) || !resourceListCovers(own.resources, piece.resource)) return false;
  const names = own.resourceNames ?? [];
  return names.length === 0 || (piece.name !== undefined && names.includes(piece.name));
}

function coversRule(own: PolicyRule, wanted: PolicyRule): boolean {
  if ((wanted.nonResourceURLs ?? []).length > 0 || (own.resourceNames ?? []).length > 0) return false;
  return (
    (wanted.verbs ?? []).every((verb) => listCovers(own.verbs, verb)) &&
    (wanted.apiGroups ?? []).every((group) => listCovers(own.apiGroups, group)) &&
    (wanted.resources ?? []).every((resource) => resourceListCovers(own.resources, resource))
  );
}

function listCovers(granted: readonly string[] | undefined, value: string): boolean {
  return granted !== undefined && (granted.includes('*') || granted.includes(value));
}

function resourceListCovers(granted: readonly string[] | undefined, resource: string): boolean {
  if (listCovers(granted, resource)) return true;
  const slash = resource.indexOf('/');
  return slash > 0 && granted !== undefined && granted.includes(`*${resource.slice(slash)}`);
}

/** Pieces that differ in their verb only become one rule. */
function gather(pieces: readonly Piece[]): readonly PolicyRule[] {
  const byTarget = new Map<string, { readonly target: PolicyRule; readonly verbs: Set<string> }>();
  for (const piece of pieces) {
    const target: PolicyRule =
      'path' in piece
        ? { nonResourceURLs: [piece.path] }
        : {
            apiGroups: [piece.group],
            resources: [piece.resource],
            ...(piece.name === undefined ? {} : { resourceNames: [piece.name] }),
          };
    const key = JSON.stringify(target);
    const entry = byTarget.get(key) ?? { target, verbs: new Set<string>() };
    entry.verbs.add(piece.verb);
    byTarget.set(key, entry);
  }
  return [...byTarget.values()].map(({ target, verbs }) => ({ ...target, verbs: [...verbs] }));
}

function ruleText(rule: PolicyRule): string {
  const parts: string[] = [];
  const part = (label: string, list: readonly string[] | undefined): void => {
    if (list !== undefined && list.length > 0) parts.push(`${label}:${quotedList(list)}`);
  };
  part('APIGroups', rule.apiGroups);
  part('Resources', rule.resources);
  part('NonResourceURLs', rule.nonResourceURLs);
  part('ResourceNames', rule.resourceNames);
  part('Verbs', rule.verbs);
  return `{${parts.join(', ')}}`;
}

function quotedList(list: readonly string[]): string {
  return `[${list.map((text) => JSON.stringify(text)).join(' ')}]`;
}
