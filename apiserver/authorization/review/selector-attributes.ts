// The selectors of an access review: requirements as objects (REVIEW-024, REVIEW-025), turned into the text that requests
// carry, so that modules read one form.

interface Requirement {
  readonly key?: string;
  readonly operator: string;
  readonly values?: readonly string[];
}

export interface SelectorAttributes {
  /** The text form; excludes `requirements`. */
  readonly rawSelector?: string;
  readonly requirements?: readonly Requirement[];
}

/**
 * The text form; undefined when there is no selector. A requirement that the form of text cannot express is left out:
 * that makes the selector wider, so nothing is allowed by it that would not be without.
 */
export function selectorText(selector: SelectorAttributes | undefined, form: 'field' | 'label'): string | undefined {
  if (selector === undefined) return undefined;
  if (selector.rawSelector !== undefined && selector.rawSelector !== '') return selector.rawSelector;
  const terms = (selector.requirements ?? []).flatMap((requirement) => {
    const term = form === 'field' ? fieldTerm(requirement) : labelTerm(requirement);
    return term === undefined ? [] : [term];
  });
  return terms.length === 0 ? undefined : terms.join(',');
}

function fieldTerm({ key = '', operator, values = [] }: Requirement): string | undefined {
  const [value] = values;
  if (value === undefined || values.length > 1) return undefined;
  const escaped = value.replace(/[\\,=]/g, (character) => `\\${character}`);
  if (operator === 'In') return `${key}=${escaped}`;
  return operator === 'NotIn' ? `${key}!=${escaped}` : undefined;
}

function labelTerm({ key = '', operator, values = [] }: Requirement): string | undefined {
  switch (operator) {
    case 'In':
      return `${key} in (${values.join(',')})`;
    case 'NotIn':
      return `${key} notin (${values.join(',')})`;
    case 'Exists':
      return key;
    case 'DoesNotExist':
      return `!${key}`;
    default:
      return undefined;
  }
}
