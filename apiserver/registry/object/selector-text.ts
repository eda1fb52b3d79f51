// Selectors and labels as text, in the form of the query parameter: for the scale sub-resource and for tables.

import type { LabelSelectorObject } from '../../../shared/object/label-selector.ts';

/** A selector in the form of the query parameter. A replication controller's is a plain map. */
export function selectorText(selector: LabelSelectorObject | Record<string, string> | undefined): string {
  if (selector === undefined) return '';
  const typed = 'matchLabels' in selector || 'matchExpressions' in selector;
  const object = typed ? (selector as LabelSelectorObject) : { matchLabels: selector as Record<string, string> };
  const terms = Object.entries(object.matchLabels ?? {}).map(([key, value]) => `${key}=${value}`);
  for (const { key, operator, values } of object.matchExpressions ?? []) {
    const list = [...(values ?? [])].sort().join(',');
    if (operator === 'In') terms.push(`${key} in (${list})`);
    else if (operator === 'NotIn') terms.push(`${key} notin (${list})`);
    else terms.push(operator === 'Exists' ? key : `!${key}`);
  }
  return terms.sort().join(',');
}

/** `a=1,b=2`, sorted. */
export function labelsText(labels: Readonly<Record<string, string>> | undefined): string {
  return Object.entries(labels ?? {})
    .map(([key, value]) => `${key}=${value}`)
    .sort()
    .join(',');
}
