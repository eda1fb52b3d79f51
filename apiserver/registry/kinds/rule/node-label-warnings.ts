// Warnings where an object selects nodes by labels that have newer names.

import type { Vendor } from '../../../../shared/vendor/vendor.ts';
import type { NodeSelectorTerm } from './node-selector-validation.ts';
import { checkLabelValue } from '../../../../shared/object/names.ts';

export interface NodeLabelWarnings {
  /** Of one label: behind `lead`, which says where it is, what to use instead. */
  readonly of: (label: string, lead: string) => readonly string[];
  /** Of a selector term. `values`: also of values that no label can have. */
  readonly ofTerm: (term: NodeSelectorTerm, path: string, values?: boolean) => readonly string[];
}

const outdated: Readonly<Record<string, string>> = {
  'beta.{label}/arch': 'deprecated since v1.14; use "{label}/arch" instead',
  'beta.{label}/os': 'deprecated since v1.14; use "{label}/os" instead',
  'failure-domain.beta.{label}/region': 'deprecated since v1.17; use "topology.{label}/region" instead',
  'failure-domain.beta.{label}/zone': 'deprecated since v1.17; use "topology.{label}/zone" instead',
  'beta.{label}/instance-type': 'deprecated since v1.17; use "node.{label}/instance-type" instead',
  'app.{label}/created-by': 'deprecated since v1.9',
  'scheduler.alpha.{label}/preferAvoidPods': 'deprecated since v1.22; use Taints and Tolerations instead',
  'node-role.{label}/master': 'use "node-role.{label}/control-plane" instead',
};

export function nodeLabelWarnings(vendor: Vendor): NodeLabelWarnings {
  const texts = new Map(Object.entries(outdated).map(([label, text]) => [vendor.fill(label), vendor.fill(text)]));
  const of = (label: string, lead: string): readonly string[] => {
    const text = texts.get(label);
    return text === undefined ? [] : [`${lead}${text}`];
  };
  return {
    of,
    ofTerm: ({ matchExpressions }, path, values = false) =>
      (matchExpressions ?? []).flatMap(({ key = '', values: listed }, index) => {
        const place = `${path}.matchExpressions[${index}]`;
        const faults = (values ? (listed ?? []) : []).flatMap((value, at) =>
          checkLabelValue(value).map((fault) => `${place}.values[${at}]: ${value} is invalid, ${fault}`),
        );
        return [...of(key, `${place}.key: ${key} is `), ...faults];
      }),
  };
}
